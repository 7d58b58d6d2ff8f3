<?php
/*
 * The queue of one lock on the server, and processes that wait in it. Used by php-tests/waiting, and by other tests that
 * need a waiter.
 */

declare(strict_types=1);

namespace Tests;

final class Queue
{
    /** Keys in Redis. */
    public readonly string $lock;
    public readonly string $key;
    private readonly RedisClient $redis;

    /**
     * @param RedisServer $server the one that has the queue
     * @param array<string, mixed>|null $way how the waiters find it, as a configuration; null: they know its port
     */
    public function __construct(
        private readonly RedisServer $server,
        public readonly string $name,
        private readonly ?array $way = null,
    ) {
        $this->lock = "lock:$name";
        $this->key = "$this->lock:queue:{{$this->lock}}";
        $this->redis = $server->client();
    }

    /**
     * Starts a process that waits for the lock. Returns when the process stands in the queue. The process says 'granted'
     * or 'refused'. Then it obeys: unlock, lock (again, without waiting), held, fence, end. By default an outage of less
     * than a minute does not end its wait.
     *
     * @param array<string, mixed> $config of the object, without the server
     * @param float|null $timeout null waits without limit
     * @param int $sleep microseconds; by default so long that only a hand-over ends a wait soon
     */
    public function waiter(
        array $config = [],
        ?float $timeout = 60,
        float $expire = 60,
        int $sleep = 60_000_000,
        ?int $port = null,
    ): Worker {
        $before = $this->tokens();
        $config += ($this->way ?? Pass::config($port ?? $this->server->port)) + ['retry_for' => 60];
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

    /** @return list<string> the tokens of the waiters, in their order */
    public function tokens(): array
    {
        return $this->redis->call('ZRANGEBYSCORE', $this->key, 1, '+inf');
    }

    /** Returns when the queue has so many waiters. */
    public function reaches(int $count): void
    {
        Check::eventually(fn (): bool => count($this->tokens()) === $count, 20, "$count in the queue");
    }

    /** @return list<string> the connections that sleep in BLPOP, of all queues of the server */
    public function sleepers(): array
    {
        $sleeps = static fn (array $client): bool => $client['cmd'] === 'blpop' && str_contains($client['flags'], 'b');

        return array_column(array_filter($this->redis->clients(), $sleeps), 'id');
    }

    /**
     * Returns when so many waiters sleep in BLPOP. A waiter in the queue that does not sleep yet is not woken at once.
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

    /** The token that has the lock. Null: the lock is free. */
    public function holder(): ?string
    {
        return $this->redis->call('GET', $this->lock);
    }

    /**
     * Releases the lock as its holder would, and looks at the key in the same transaction, before others can change it.
     *
     * @return array{string|null, int} the token that has the lock now, and the milliseconds that are left
     */
    public function release(string $token): array
    {
        $this->redis->call('MULTI');
        Script::release($this->redis, $this->lock, $token, $this->key);
        $this->redis->call('GET', $this->lock);
        $this->redis->call('PTTL', $this->lock);
        [$released, $holder, $left] = $this->redis->call('EXEC');
        Check::same(1, $released, 'it was the holder');

        return [$holder, $left];
    }

    /** Milliseconds until the lock's key runs out. */
    public function left(): int
    {
        return $this->redis->call('PTTL', $this->lock);
    }

    /** Fails if a key is left that does not run out by itself within 3 s after its last use. */
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

    /** The mark of a waiter, which grows with each time that the server sees it. Null: it does not wait. */
    public function seen(string $token): ?int
    {
        $seen = $this->redis->call('ZSCORE', $this->key, "seen:$token");

        return $seen === null ? null : -(int) $seen;
    }

    /** Returns when the server takes this waiter for dead: it was not seen for longer than 2 s. */
    public function forgets(string $token): void
    {
        Check::eventually(function () use ($token): bool {
            $seen = $this->seen($token);

            return $seen === null || (int) vsprintf('%d%06d', $this->redis->call('TIME')) - $seen > 2_000_000;
        }, 10, 'a silent waiter is taken for dead');
    }
}
