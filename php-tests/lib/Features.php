<?php
/*
 * Everything that the class can do with a server, by feature set. Tests look at what the server says to it: which commands
 * it has executed, or which right is missing. Used by php-tests/rights.
 */

declare(strict_types=1);

namespace Tests;

final class Features
{
    private readonly RedisClient $redis;

    /** @param array<string, mixed> $config of the objects, with `database` and without host and port */
    public function __construct(private readonly RedisServer $server, private readonly array $config)
    {
        $this->redis = $server->client();
    }

    /** Every method, lost leases and lost replies; nobody waits. */
    public function withoutWaiting(): void
    {
        [$lock, $other] = [$this->lock(), $this->lock()];
        Check::true($lock->lock('a', 0, 60) && !$other->lock('a', 0, 60), 'held by one');
        Check::true($lock->isLocked('a') && $lock->isLocking('a') && $lock->owner('a') === $lock->token('a'), 'asked');
        Check::true($lock->expire('a', 30), 'expire');
        Check::true($lock->adopt('a', $lock->detach('a'), 60), 'adopt');
        Check::same(false, $other->adopt('a', 'x', 60), 'adopt with a wrong token');
        Check::true($other->forceUnlock('a'), 'forceUnlock');
        Check::same(false, $lock->unlock('a'), 'unlock of what is lost');
        $before = \RedisMutexLock::stats()['renewed'];
        Check::true($lock->lock('b', 0, null) && $lock->lock('c', 0, 60) && $lock->lock('d', 0, 60), 'lock three');
        Check::eventually(fn (): bool => \RedisMutexLock::stats()['renewed'] > $before, 10, 'renewed');
        Check::true($other->forceUnlock('c'), 'forceUnlock of one');
        Check::same(false, $lock->expire('c', 60), 'expire of what is lost');
        Check::true($lock->unlockAll(), 'unlockAll');

        // After a lost request or reply a script asks, where SET had asked. A lease of less than a second may be a claim.
        foreach (['cutBefore' => 'e', 'cutAfter' => 'f'] as $fault => $name) {
            $proxy = Proxy::to($this->server, ['command' => ($this->config['fencing'] ?? false) ? 'EVAL*' : 'SET', 'times' => 1, 'do' => $fault]);
            $short = $fault === 'cutBefore';
            Check::true(!$short || $other->lock($name, 0, 0.9), 'held for a moment');
            Check::same(!$short, @$this->lock(['port' => $proxy->port])->lock($name, 0, 60), "lock, $fault");
        }
    }

    /** Two processes wait and are served in turn, with leases shorter and longer than a claim. A third one gives up. */
    public function waiting(): void
    {
        $lock = $this->lock();
        foreach ([0.9, 30] as $expire) {
            Check::true($lock->lock('w', 0, 60), 'lock');
            $waiters = [];
            foreach (['first', 'second'] as $which) {
                $waiters[] = Worker::run(<<<'PHP'
                    $lock = new RedisMutexLock(unserialize($argv[1]));
                    say($lock->lock('w', 60, (float) $argv[2]) ? 'granted' : 'refused');
                    Tests\Check::true($lock->expire('w', 60) && $lock->unlock('w'), 'released');
                    say('released');
                    PHP, [serialize($this->config + ['port' => $this->server->port]), $expire]);
                $count = count($waiters);
                $sleeps = static fn (array $client): bool => $client['cmd'] === 'blpop';
                Check::eventually(fn (): bool => count(array_filter($this->redis->clients(), $sleeps)) === $count, 20, "the $which waits");
            }
            Check::same(false, @$this->lock()->lock('w', 0.01, 60), 'gives up');
            Check::true($lock->unlock('w'), 'unlock');
            // In any order: the second waiter goes first if the first was not seen in time.
            foreach ($waiters as $waiter) {
                $waiter->expect('granted', 20);
                $waiter->expect('released');
                $waiter->finish();
            }
        }
    }

    /** The same in a moment, in this process alone: the test itself puts a waiter into the queue. */
    public function inAMoment(): void
    {
        foreach ([false, true] as $fencing) {
            [$lock, $other] = [$this->lock(['fencing' => $fencing]), $this->lock(['fencing' => $fencing])];
            Check::true($lock->lock('a', 0, 0.9), 'lock');
            Check::same(false, $other->lock('a', 0.2, 0.5), 'held');
            $lock->isLocked('a');
            $lock->owner('a');
            Check::true($lock->expire('a', 60) && $lock->adopt('a', $lock->detach('a'), 60), 'expire, adopt');
            $this->redis->call('SELECT', $this->config['database']);
            [$seconds, $micros] = $this->redis->call('TIME');
            $now = $seconds * 1_000_000 + $micros;
            $this->redis->call('ZADD', 'lock:a:queue:{lock:a}', $now, 'waiter', -Script::mark($now), 'seen:waiter');
            Check::true($lock->unlock('a') && $lock->owner('a') === 'waiter', 'handed over');
            Check::true($other->forceUnlock('a') && !$other->isLocked('a'), 'freed');
        }
    }

    /** @param array<string, mixed> $more */
    private function lock(array $more = []): \RedisMutexLock
    {
        return new \RedisMutexLock($more + $this->config + ['port' => $this->server->port]);
    }
}
