<?php
/*
 * What must work while two of five servers are away: each method, in time, for each of the ten pairs. Used by
 * php-tests/quorum.
 */

declare(strict_types=1);

namespace Tests;

final class Away
{
    /** In seconds. A tenth of it is what a server that hangs may cost, once. */
    private const COMMAND_TIMEOUT = 20;
    /** A renewed lease lives so long. */
    private const LEASE = 6;

    /**
     * @param callable(): QuorumSet $start
     * @param callable(QuorumSet, int, int): mixed $leave takes two servers away
     */
    public static function eachPair(callable $start, callable $leave): void
    {
        Together::each(QuorumSet::pairs(), static function (array $pair) use ($start, $leave): void {
            (new self($start()))->play(static fn (QuorumSet $set): mixed => $leave($set, ...$pair));
        }, most: 3, seconds: 280);
    }

    private function __construct(private readonly QuorumSet $set)
    {
    }

    /** @param callable(QuorumSet): mixed $leave */
    private function play(callable $leave): void
    {
        $config = $this->set->config(['command_timeout' => self::COMMAND_TIMEOUT, 'lease' => self::LEASE, 'fencing' => true]);
        [$lock, $other] = [new \RedisMutexLock($config), new \RedisMutexLock($config)];
        foreach (['held', 'passed on', 'forced', 'foreign'] as $name) {
            Check::true($lock->lock($name, 0, 600), "lock of $name");
            $this->set->agree($name, $lock->token($name));
        }
        Check::true($lock->lock('renewed', 0, null), 'lock of renewed');
        $this->set->agree('renewed', $lock->token('renewed'));
        $token = $lock->token('held');
        $foreign = $lock->token('foreign');
        $fence = $lock->fence('held');
        $passed = $lock->detach('passed on');

        $leave($this->set);
        $began = hrtime(true);
        Check::true($lock->isLocking('held') && $lock->isLocked('held'), 'isLocking, isLocked');
        Check::same($token, $other->owner('held'), 'owner');
        Check::same(false, $other->lock('held'), 'lock of what is held');
        Check::true($lock->expire('held', 500), 'expire');
        Check::true($other->expire('foreign', 500, $foreign), 'expire with a token');
        Check::between(400, 500, $lock->remaining('held'), 'remaining');
        Check::same(['forced', 'foreign', 'held', 'passed on', 'renewed'], array_column($other->list(), 'name'), 'list');
        Check::true($other->adopt('passed on', $passed, 600), 'adopt');
        Check::same(false, $lock->adopt('passed on', $passed, 600), 'the token is used up');
        Check::true($other->forceUnlock('forced'), 'forceUnlock');
        Check::same(false, $lock->unlock('forced'), 'unlock of what is lost');
        Check::true($other->unlock('foreign', $foreign), 'unlock with a token');
        Check::same(false, $lock->unlock('foreign'), 'unlock of what another object released');
        Check::true($lock->lock('new', 0, 600) && $lock->isLocking('new'), 'lock of what is free');
        Check::true($lock->unlock('new'), 'unlock');
        Check::true($lock->unlock('held'), 'unlock of what was locked before');
        Check::true($other->lock('held', 0, 600), 'lock right behind the unlock');
        Check::true($other->fence('held') > $fence, 'the fence grows');
        Check::same(7, $other->synchronized('work', static fn (): int => 7, 0, 600), 'synchronized');
        $seconds = (hrtime(true) - $began) / 1e9;
        // Two servers that hang do so at once. If each of these calls waited for them, it would be ten times as much.
        Check::between(0, 2 * self::COMMAND_TIMEOUT / 10, $seconds, 'seconds of all that');

        $before = \RedisMutexLock::stats()['renewed'];
        Check::eventually(static fn (): bool => \RedisMutexLock::stats()['renewed'] > $before + 1, 30, 'it is renewed');
        Check::same([true, 0], [$lock->isLocking('renewed'), \RedisMutexLock::stats()['lost'] - 2], 'held, lost');
        Check::true($lock->unlockAll() && $other->unlockAll(), 'unlockAll');

        $this->set->heal();
        // Of these names a server that was away has the owner that it knew, until the lease ends. An adoption or a release
        // for another owner is not made up for.
        foreach ($this->set->clients() as $client) {
            $client->call('DEL', 'lock:passed on', 'lock:forced', 'lock:foreign');
        }
        $this->set->vanishesWith($lock);
    }
}
