<?php
/*
 * Plays scripts in a slot that moves, for every state of their keys, and each of the keys at the source or moved already: a
 * script does what it does where nothing moves, or nothing at all. Used by php-tests/scripts.
 */

declare(strict_types=1);

namespace Tests;

final class SlotTable
{
    /** The only error that a script may meet in its middle. */
    private const NOT_LOCAL = 'attempted to access a non local key';
    /** Milliseconds. The shortest claim lasts for 250. On a machine that took as long a case proves nothing and is repeated. */
    private const SOON = 200;

    /** How often a script did all, did nothing, and was interrupted. */
    public int $whole = 0;
    public int $nothing = 0;
    public int $interrupted = 0;

    private readonly MovingSlot $slot;

    /** @param string $key the lock */
    public function __construct(ClusterSet $set, private readonly string $key)
    {
        $this->slot = $set->moving($key);
    }

    /**
     * Keys of different slots, for tables that are played at the same time. All these slots move the same way: two nodes that
     * move keys to each other would wait for each other.
     *
     * @return list<string>
     */
    public static function keys(ClusterSet $set, int $count): array
    {
        $keys = [];
        for ($i = 0; count($keys) < $count; $i++) {
            $from = $set->moving("{moves-$i}")->source->call('CLUSTER', 'MYID');
            $first ??= $from;
            $from === $first && $keys[] = "{moves-$i}";
        }

        return $keys;
    }

    /**
     * @param callable(RedisClient, string): mixed $script
     * @param array<string, list<list<string|int>>> $locks commands that make each state of the lock KEY, or of a wake list of it
     * @param list<list<string>> $lines tokens in the queue, in their order; 'dead' and 'gone' were not seen for long
     * @param array<string, list<list<string|int>>> $fences commands as above
     * @param list<string> $mayBeInterrupted states of the lock in which the script may meet an error in its middle: the lock is free then
     */
    public function play(
        string $name,
        callable $script,
        array $locks,
        array $lines,
        array $fences = ['' => []],
        array $mayBeInterrupted = [],
    ): void {
        foreach ($locks as $lock => $commands) {
            foreach ($lines as $line) {
                foreach ($fences as $fence) {
                    $state = array_map($this->named(...), [...$commands, ...$fence]);
                    $what = "$name, $lock, " . json_encode($line);
                    $this->case($what, $script, $state, $line, in_array($lock, $mayBeInterrupted, true));
                }
            }
        }
    }

    private function case(string $what, callable $script, array $state, array $line, bool $mayBeInterrupted): void
    {
        $keys = array_unique([...array_column($state, 1), ...($line === [] ? [] : ["$this->key:q"])]);
        // What the script does where nothing moves. If a node has no wake list, a claim keeps its time.
        $withoutList = array_filter($state, static fn (array $words): bool => !str_contains($words[1], ':wake:'));
        $allowed = [];
        foreach ([$state, $withoutList] as $commands) {
            [, $reply, $after] = $this->asked($script, $commands, $line, null);
            $allowed[] = [$reply, $after];
        }
        $keys = array_values($keys);
        for ($choice = 0; $choice < 1 << count($keys); $choice++) {
            $moved = array_filter($keys, static fn (int $at): bool => ($choice >> $at & 1) === 1, ARRAY_FILTER_USE_KEY);
            [$before, $reply, $after] = $this->asked($script, $state, $line, $moved);
            $case = "$what, " . json_encode(['moved' => $moved, 'before' => $before, 'allowed' => $allowed]);
            if (!$reply instanceof RedisError) {
                $this->whole++;
                Check::true(in_array([$reply, $after], $allowed, true), "$case: " . json_encode([$reply, $after]));
            } elseif ($mayBeInterrupted && str_contains($reply->getMessage(), self::NOT_LOCAL)) {
                $this->interrupted++;
                Check::same(false, isset($after['']), "$case: interrupted, and the lock is free");
            } else {
                $this->nothing++;
                Check::true(str_starts_with($reply->getMessage(), 'TRYAGAIN '), "$case: {$reply->getMessage()}");
                Check::same($before, $after, "$case: untouched");
            }
        }
    }

    /** @return array{array<string, mixed>, mixed, array<string, mixed>} the keys before, the reply, the keys after */
    private function asked(callable $script, array $commands, array $line, ?array $moved): array
    {
        do {
            $began = hrtime(true);
            $this->make($commands, $line, $moved);
            $before = $this->look();
            $reply = $this->ask($script);
            $after = $this->look();
        } while (hrtime(true) - $began > self::SOON * 1_000_000);

        return [$before, $reply, $after];
    }

    /** Makes a state of the keys, and lets the slot move if a list of moved keys is given. */
    private function make(array $commands, array $line, ?array $moved): void
    {
        $this->slot->reset();
        foreach ($commands as $words) {
            $this->slot->source->call(...$this->timed($words));
        }
        foreach ($line as $place => $token) {
            $seen = -Script::mark($this->micros() - (in_array($token, ['dead', 'gone'], true) ? 3_000_000 : 0));
            $this->slot->source->call('ZADD', "$this->key:q", $place + 1, $token, $seen, "seen:$token");
        }
        $moved === null || $this->slot->begin();
        array_map($this->slot->move(...), $moved ?? []);
    }

    /** Asks the source, and the target if the source says so. */
    private function ask(callable $script): mixed
    {
        $atTarget = false;
        while (true) {
            try {
                $reply = $script($this->slot->node($atTarget), $this->key);

                return is_array($reply) ? array_map(self::rough(...), $reply) : $reply;
            } catch (RedisError $error) {
                if ($atTarget || !str_starts_with($error->getMessage(), 'ASK ')) {
                    return $error;
                }
                $atTarget = true;
            }
        }
    }

    /** All keys of both nodes but the wake lists, by what stands behind the lock in their names. */
    private function look(): array
    {
        $found = [];
        foreach ([false, true] as $atTarget) {
            foreach ($this->slot->keys($atTarget) as $name) {
                if (!str_contains($name, ':wake:')) {
                    $found[substr($name, strlen($this->key))] = $this->holds($atTarget, $name);
                }
            }
        }
        ksort($found);

        return $found;
    }

    private function holds(bool $atTarget, string $name): array
    {
        $at = fn (string|int ...$words): mixed => $this->slot->at($atTarget, ...$words);
        $type = $at('TYPE', $name);
        if ($type === 'zset' && $name === $this->key) {
            $members = array_chunk($at('ZRANGE', $name, 0, -1, 'WITHSCORES'), 2);
            $now = intdiv($this->micros(), 1000);
            $lives = static fn (int $left): mixed => $left <= 0 ? 'dead' : self::rough(max($left, 101));

            return [
                array_map(static fn (array $one): mixed => $lives((int) $one[1] - $now), array_column($members, null, 0)),
                self::rough($at('PTTL', $name)),
            ];
        }

        return match ($type) {
            'string' => [$at('GET', $name), self::rough($at('PTTL', $name))],
            'hash' => array_map(
                static fn ($word) => is_numeric($word) ? self::rough((int) $word) : $word,
                $at('HMGET', $name, 'fence', 'token'),
            ),
            'zset' => [$at('ZRANGEBYSCORE', $name, 1, '+inf'), $at('ZCARD', $name)],
        };
    }

    /** A time or a ticket of this moment, and a lifetime, are not the same number in each run. */
    private static function rough(mixed $number): mixed
    {
        return match (true) {
            !is_int($number) => $number,
            $number > 1_000_000_000_000_000 => 'now',
            $number > 100 && $number <= 1000 => 'a claim',
            $number > 1000 && $number <= 30_000 => (int) ceil($number / 10_000) . '0 s',
            default => $number,
        };
    }

    /** A command with the key for KEY. */
    private function named(array $words): array
    {
        return array_map(fn (string|int $word): string|int => is_int($word) ? $word : str_replace('KEY', $this->key, $word), $words);
    }

    /** A command with the moment in 20,000 ms for `in:20000`, as a server says the end of a lease. */
    private function timed(array $words): array
    {
        return array_map(fn (string|int $word): string|int => is_string($word) && sscanf($word, 'in:%d', $ms) === 1
            ? intdiv($this->micros(), 1000) + $ms : $word, $words);
    }

    private function micros(): int
    {
        return (int) vsprintf('%d%06d', $this->slot->source->call('TIME'));
    }
}
