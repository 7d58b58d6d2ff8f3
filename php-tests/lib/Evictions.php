<?php
/*
 * What a server with an eviction policy took away and when, in its own order, held against what processes say of
 * their locks. The server's order is that of its append-only file: lazyfree-lazy-eviction writes an eviction as
 * UNLINK, and everything else that ends a key is something else. Used by the test of eviction under contention.
 */

declare(strict_types=1);

namespace Tests;

final class Evictions
{
    /** Options of a server whose evictions can be read. */
    public const OPTIONS = ['appendonly' => 'yes', 'appendfsync' => 'no', 'lazyfree-lazy-eviction' => 'yes'];

    /** @var array<string, array{from: int, to: int, evicted: bool}> by token: its last time on a key, in that order */
    private array $tenures = [];
    /** @var array<string, list<int>> by token: the fences that were made for it */
    private array $fences = [];
    /** @var list<array{int, int}> places in the order, and what clock() wrote there */
    private array $clock = [];
    /** @var list<string> */
    private array $wrong = [];

    /** Writes down what time it is; between two of these the order has a time. */
    public static function clock(RedisClient $redis): void
    {
        try {
            $redis->call('SET', 'clock', hrtime(true));
        } catch (RedisError) {
            // Out of memory: there is a gap.
        }
    }

    /** How many keys with such a name were evicted so far. */
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
     * Judges what its users say.
     *
     * @param list<array<string, mixed>> $stories as Contender tells them
     * @return array{evicted: int, kept: int, overlaps: int} how many held locks were evicted, and how many were not
     */
    public function judge(array $stories): array
    {
        $count = ['evicted' => 0, 'kept' => 0, 'overlaps' => 0];
        foreach ($stories as $story) {
            $tenure = $this->tenures[$story['token']] ?? null;
            $this->expect($tenure !== null, 'who is told that it has the lock had it', $story);
            $evicted = $tenure['evicted'] ?? false;
            $count[$evicted ? 'evicted' : 'kept']++;
            $fences = $this->fences[$story['token']] ?? [];
            $this->expect(end($fences) === $story['fence'], 'its fence is the one that was made', [$story, $fences]);
            if (is_bool($story['unlock'])) {
                // False of a lock that nobody evicted: somebody else has released it.
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
     * Two at once are two of which the first had lost its key when the second one got it.
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

    /** Its time on a key is over. */
    private function ends(?string $token, int $place, bool $evicted): void
    {
        if (isset($this->tenures[$token])) {
            $this->tenures[$token]['to'] = $place;
            $this->tenures[$token]['evicted'] = $evicted;
        }
    }

    /** @return array{int, int} a time after which a place of the order was reached, and one before which it was left */
    private function moment(int $place): array
    {
        $after = 0;
        foreach ($this->clock as $i => [$at, $time]) {
            if ($at > $place) {
                // This one may have been sent before; the one behind it was sent when it had been answered.
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
