<?php

declare(strict_types=1);

use Tests\FiberLoop;
use Tests\Queue;
use Tests\RedisServer;

/** Fibers of this process that wait behind a holder for one name, each with an object of its own. */
final class FibersOfOneName
{
    /** The name that their connections have at the server. */
    private const CLIENT = 'fibers';

    public readonly RedisServer $server;
    public readonly Queue $queue;
    public readonly FiberLoop $loop;
    /** @var list<string> the tokens of the fibers, in the order in which they got the lock */
    public array $order = [];
    private readonly RedisMutexLock $holder;

    public function __construct(int $port)
    {
        $this->server = RedisServer::at($port, 0, '');
        $this->queue = new Queue($this->server, 'line');
        $this->holder = new RedisMutexLock("redis://127.0.0.1:$port/0");
        $this->loop = new FiberLoop(measures: false);
        RedisMutexLock::onWait($this->loop->wait(...));
    }

    /** Lets so many fibers wait, which come within so many seconds. Returns when all of them stand in the queue. */
    public function wait(int $fibers, float $within = 0): void
    {
        $this->holder->lock('line', 0, 120) || throw new RuntimeException('The lock was not free.');
        $this->order = [];
        for ($i = 0; $i < $fibers; $i++) {
            $this->loop->start(function () use ($i, $fibers, $within): void {
                $within > 0 && $this->loop->sleep($within * $i / $fibers);
                $lock = new RedisMutexLock("redis://127.0.0.1:{$this->server->port}/0?name=" . self::CLIENT);
                $lock->lock('line', 120, 60) || throw new RuntimeException('The lock was not acquired.');
                $this->order[] = $lock->token('line');
                $lock->unlock('line') || throw new RuntimeException('The lock was lost.');
            });
        }
        $this->loop->runUntil(fn (): bool => count($this->queue->tokens()) === $fibers);
    }

    /** Releases the lock. Returns when all fibers have had it. */
    public function handOver(): void
    {
        $this->loop->longestStall = 0;
        $this->release();
        $this->loop->run();
    }

    public function release(): void
    {
        $this->holder->unlock('line') || throw new RuntimeException('The lock was lost.');
    }

    /** Returns how many connections the fibers have. */
    public function connections(): int
    {
        return count(array_keys(array_column($this->server->client()->clients(), 'name'), self::CLIENT, true));
    }
}
