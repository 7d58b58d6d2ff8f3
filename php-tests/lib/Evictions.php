<?php
/*
 * Compares what a server has evicted with what processes say of their locks. The append-only file of the server tells
 * the order of events. With lazyfree-lazy-eviction it has an UNLINK for each eviction, and nothing else writes UNLINK.
 * Used by the test of eviction under contention.
 */

declare(strict_types=1);

namespace Tests;

final class Evictions
{
    /** The options of a server that writes each eviction into its file, and never rewrites that file. */
    public const OPTIONS = [
        'appendonly' => 'yes',
        'appendfsync' => 'no',
        'auto-aof-rewrite-percentage' => 0,
        'lazyfree-lazy-eviction' => 'yes',
    ];

    /** @var array<string, array{from: int, to: int, evicted: bool}> by token: from where to where in that order the token was last the value of a key */
    private array $tenures = [];
    /** @var array<string, list<int>> by token: the fencing tokens that it was given */
    private array $fences = [];
    /** @var list<array{int, int}> places in the order, and the time that clock() wrote there */
    private array $clock = [];
    /** @var list<string> */
    private array $wrong = [];

    /** Writes the time into the order. An event between two of these writes happened between their times. */
    public static function clock(RedisClient $redis): void
    {
        try {
            $redis->call('SET', 'clock', hrtime(true));
        } catch (RedisError) {
            // The server has no memory left, so this time is missing.
        }
    }

    /** How many keys that match this name were evicted so far. */
    public static function count(string $file, string $name): int
    {
        return preg_match_all("/^UNLINK\r\n\\$\d+\r\n$name/m", $file);
    }

    /** @param string $file the bytes of the append-only file */
    public function __construct(string $file)
    {
        $owners = $last = [];
        $at = 0;
        for ($place = 0; $at < strlen($file); $place++) {
            $words = Resp::value($file, $at);
            $what = strtoupper($words[0]);
            $key = $words[1] ?? '';
            if ($what === 'SET' && $key === 'clock') {
                $this->clock[] = [$place, (int) $words[2]];
            } elseif ($what === 'SET' && str_starts_with($key, 'lock:')) {
                $this->ends($owners[$key] ?? null, $place, false);
                $owners[$key] = $words[2];
                $this->tenures[$words[2]] = ['from' => $place, 'to' => PHP_INT_MAX, 'evicted' => false];
            } elseif ($what === 'HSET') {
                [, , , $fence, , $token] = $words;
                $this->expect((int) $fence > ($last[$key] ?? 0), 'the fence grows', [$words, $last[$key] ?? 0]);
                $last[$key] = (int) $fence;
                $this->fences[$token][] = (int) $fence;
            } elseif ($what === 'DEL' || $what === 'UNLINK') {
                foreach (array_slice($words, 1) as $key) {
                    $this->ends($owners[$key] ?? null, $place, $what === 'UNLINK');
                    $owners[$key] = null;
                }
            }
        }
    }

    /**
     * Judges the stories of the processes that used the server.
     *
     * @param list<array<string, mixed>> $stories as Contender tells them
     * @return array{evicted: int, kept: int, overlaps: int} how many held locks were evicted, how many were not, and how many overlapped
     */
    public function judge(array $stories): array
    {
        $count = ['evicted' => 0, 'kept' => 0, 'overlaps' => 0];
        foreach ($stories as $story) {
            $tenure = $this->tenures[$story['token']] ?? null;
            $this->expect($tenure !== null, 'a client that got "true" had the lock', $story);
            $evicted = $tenure['evicted'] ?? false;
            $count[$evicted ? 'evicted' : 'kept']++;
            $fences = $this->fences[$story['token']] ?? [];
            $this->expect(end($fences) === $story['fence'], 'its fence is the one that was made', [$story, $fences]);
            if (is_bool($story['unlock'])) {
                // The answer is false and the lock was not evicted: another process has released it.
                $this->expect($story['unlock'] === !$evicted, 'unlock tells the truth', $story);
            }
            [$after, $before] = $evicted ? $this->moment($tenure['to']) : [PHP_INT_MAX, PHP_INT_MAX];
            foreach ($story['asked'] as [$asked, $answered, $is]) {
                $true = $is === null || ($is ? $asked < $before : $answered > $after);
                $this->expect($true, 'isLocking tells the truth', $story);
            }
            $this->expect($story['lost'] === null || $story['lost'] > $after, 'onLost tells the truth', $story);
        }
        $count['overlaps'] = $this->overlaps($stories);
        Check::same([], array_slice($this->wrong, 0, 3), 'what is wrong');

        return $count;
    }

    /**
     * Two locks may overlap only if the first one had lost its key when the second one got the key.
     *
     * @param list<array<string, mixed>> $stories
     */
    private function overlaps(array $stories): int
    {
        $overlaps = 0;
        $order = fn (array $one): int => $this->tenures[$one['token']]['from'] ?? 0;
        usort($stories, static fn (array $one, array $other): int => $order($one) <=> $order($other));
        foreach ($stories as $place => $first) {
            foreach (array_slice($stories, $place + 1) as $second) {
                $apart = $first['to'] <= $second['from'] || $second['to'] <= $first['from'];
                if ($apart || $first['name'] !== $second['name']) {
                    continue;
                }
                $overlaps++;
                $tenure = $this->tenures[$first['token']] ?? null;
                $excused = $tenure !== null && $tenure['evicted'] && $tenure['to'] < $order($second);
                $this->expect($excused, 'nobody gets a lock that nobody evicted', [$first, $second]);
            }
        }

        return $overlaps;
    }

    /** The token is no longer the value of its key. */
    private function ends(?string $token, int $place, bool $evicted): void
    {
        if ($token !== null && isset($this->tenures[$token])) {
            $this->tenures[$token]['to'] = $place;
            $this->tenures[$token]['evicted'] = $evicted;
        }
    }

    /** @return array{int, int} an event at this place of the order happened between these two times */
    private function moment(int $place): array
    {
        $after = 0;
        foreach ($this->clock as $i => [$at, $time]) {
            if ($at > $place) {
                // A write may have been sent before its place in the order. The next one was sent after its answer.
                return [$after, $this->clock[$i + 1][1] ?? PHP_INT_MAX];
            }
            $after = $time;
        }

        return [$after, PHP_INT_MAX];
    }

    private function expect(bool $holds, string $what, mixed $story): void
    {
        if (!$holds) {
            $this->wrong[] = "not so: $what: " . json_encode($story);
        }
    }
}
