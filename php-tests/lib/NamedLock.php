<?php
/*
 * A process that has a renewed lock at the server with the name localhost, and sends no command of its own after that.
 * A second server has the same ports at another address, and the name can move there. Used by the tests of names that
 * move while PHP computes.
 */

declare(strict_types=1);

namespace Tests;

final class NamedLock
{
    public readonly FakeNames $names;
    public readonly RedisServer $server;
    public readonly RedisServer $other;
    public readonly Worker $worker;
    public readonly string $token;

    public function __construct(public readonly float $lease = 4)
    {
        $this->names = new FakeNames();
        $this->server = RedisServer::start();
        $this->other = $this->server->elsewhere();
        $config = ['host' => 'localhost', 'lease' => $lease] + $this->server->config();
        $this->worker = Worker::run(<<<'PHP'
            $lock = new RedisMutexLock(unserialize($argv[1]));
            Tests\Check::true($lock->lock('a', 0, null), 'lock');
            say($lock->token('a'));
            while (true) {
                // A PHP thread that computes. It asks no server for what it answers here.
                $ready = [STDIN];
                $none = null;
                if (stream_select($ready, $none, $none, 0) > 0) {
                    if (hear() === 'end') {
                        break;
                    }
                    $stats = RedisMutexLock::stats();
                    say(json_encode([$lock->held() === ['a'], $stats['lost'], $stats['renewed'], $stats['renewal_errors']]));
                }
                usleep(1000);
            }
            PHP, [serialize($config)], $this->names->environment());
        $this->token = $this->worker->line();
    }

    /** The other server gets the lock, as from replication, and the name leads to it for all connections from now on. */
    public function move(): void
    {
        $this->other->client()->call('SET', 'lock:a', $this->token, 'PX', (int) ($this->lease * 1000));
        $this->names->lead('127.0.0.9');
    }

    /** @return array{bool, int, int, int} whether it is held; lost leases, renewals, failed renewals so far */
    public function state(): array
    {
        $this->worker->tell('state');

        return json_decode($this->worker->line(), true);
    }

    /** The lock is renewed so many times more, and never lost. */
    public function isRenewed(int $times, string $what): void
    {
        $renewed = $this->state()[2];
        Check::eventually(function () use ($renewed, $times, $what): bool {
            [$isHeld, $lost, $now] = $this->state();
            Check::same([true, 0], [$isHeld, $lost], "$what: held, lost");

            return $now >= $renewed + $times;
        }, $this->lease * ($times + 2), "$what: renewed");
    }

    /** The process releases its lock and ends well. */
    public function finish(): void
    {
        $this->worker->tell('end');
        $this->worker->finish();
    }
}
