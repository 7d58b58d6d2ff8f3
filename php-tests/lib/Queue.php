<?php
/*
 * The queue of one lock as the server has it, and processes that wait in it. Used by php-tests/waiting
 * and others that need to know that somebody waits.
 */

declare(strict_types=1);

namespace Tests;

final class Queue
{
    /** Keys in Redis. */
    public readonly string $lock;
    public readonly string $key;
    private readonly RedisClient $redis;

    public function __construct(private readonly RedisServer $server, public readonly string $name)
    {
        $this->lock = "lock:$name";
        $this->key = "$this->lock:queue:{{$this->lock}}";
        $this->redis = $server->client();
    }

    /**
     * Starts a process that waits, and returns when it stands in the queue. It says 'granted', or 'refused',
     * then does what it is told: unlock, lock (again, without waiting), held, end.
     *
     * @param array<string, mixed> $config of the object, the server aside
     * @param float|null $timeout null waits without limit
     * @param int $sleep so long by default that nothing but a hand-over ends a wait soon
     */
    public function waiter(
        array $config = [],
        ?float $timeout = 60,
        float $expire = 60,
        int $sleep = 60_000_000,
        ?int $port = null,
    ): Worker {
        $before = $this->tokens();
        $config += ['port' => $port ?? $this->server->port];
        $worker = Worker::run(<<<'PHP'
            [, $config, $name, $timeout, $expire, $sleep] = $argv;
            $lock = new RedisMutexLock(unserialize($config));
            $timeout = $timeout === '' ? null : (float) $timeout;
            say($lock->lock($name, $timeout, (float) $expire, (int) $sleep) ? 'granted' : 'refused');
            while (($word = hear()) !== 'end') {
                say(match ($word) {
                    'unlock' => $lock->unlock($name) ? 'released' : 'lost',
                    'lock' => $lock->lock($name) ? 'granted' : 'refused',
                    'held' => $lock->isLocking($name) ? 'mine' : 'lost',
                    'fence' => (string) $lock->fence($name),
                });
            }
            PHP, [serialize($config), $this->name, (string) $timeout, $expire, $sleep]);
        Check::eventually(
            fn (): bool => array_diff($this->tokens(), $before) !== [],
            20,
            'a waiter stands in the queue',
        );

        return $worker;
    }

    /** @return list<string> the tokens of those who wait, the first one first */
    public function tokens(): array
    {
        return $this->redis->call('ZRANGEBYSCORE', $this->key, 1, '+inf');
    }

    /** Returns when so many wait. */
    public function reaches(int $count): void
    {
        Check::eventually(fn (): bool => count($this->tokens()) === $count, 20, "$count in the queue");
    }

    /** @return list<string> the connections of those who sleep until they are woken, in all queues of the server */
    public function sleepers(): array
    {
        $sleeps = static fn (array $client): bool => $client['cmd'] === 'blpop' && str_contains($client['flags'], 'b');

        return array_column(array_filter($this->redis->clients(), $sleeps), 'id');
    }

    /**
     * Returns when so many sleep: to stand in the queue is not enough to be woken at once.
     *
     * @return list<string> their connections, as sleepers() has them
     */
    public function sleep(int $count): array
    {
        $sleepers = [];
        Check::eventually(function () use ($count, &$sleepers): bool {
            return count($sleepers = $this->sleepers()) === $count;
        }, 20, "$count asleep");

        return $sleepers;
    }

    /** Who has the lock; null: nobody. */
    public function holder(): ?string
    {
        return $this->redis->call('GET', $this->lock);
    }

    /**
     * Releases the lock as its holder would, and looks in the same moment: whatever others do a little later.
     *
     * @return array{string|null, int} who has it now, and for how many milliseconds
     */
    public function release(string $token): array
    {
        $this->redis->call('MULTI');
        $this->redis->call('EVAL', Script::text('release'), 2, $this->lock, $this->key, $token);
        $this->redis->call('GET', $this->lock);
        $this->redis->call('PTTL', $this->lock);
        [$released, $holder, $left] = $this->redis->call('EXEC');
        Check::same(1, $released, 'it was the holder');

        return [$holder, $left];
    }

    /** Milliseconds that it still lives. */
    public function left(): int
    {
        return $this->redis->call('PTTL', $this->lock);
    }

    /** Fails if a key is left that does not go away by itself: 3 s after its last use at the latest. */
    public function vanishes(): void
    {
        $keys = fn (): array => array_filter(
            $this->redis->call('KEYS', "$this->lock*"),
            fn (string $key): bool => !str_contains($key, ':fence:'),
        );
        foreach ($keys() as $key) {
            Check::between(-2, 3000, $left = $this->redis->call('PTTL', $key), "lifetime of $key");
            Check::true($left !== -1, "$key goes away");
        }
        Check::eventually(fn (): bool => $keys() === [], 10, "nothing is left of $this->name");
    }

    /** When a waiter was seen last, in microseconds of the server's clock; null: it does not wait. */
    public function seen(string $token): ?int
    {
        $seen = $this->redis->call('ZSCORE', $this->key, "seen:$token");

        return $seen === null ? null : -(int) $seen;
    }

    /** Returns when the first in line has not been seen for longer than the server trusts it. */
    public function forgets(string $token): void
    {
        Check::eventually(function () use ($token): bool {
            $seen = $this->seen($token);

            return $seen === null || (int) vsprintf('%d%06d', $this->redis->call('TIME')) - $seen > 2_000_000;
        }, 10, 'a silent waiter is taken for dead');
    }
}
