--TEST--
Symfony: a Key with a share that is serialized into another process asks for, refreshes and releases the share there, and wakes a waiting writer
--FILE--
<?php
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $code = <<<'PHP'
        $lock = $symfony->locks()->createLockFromKey(unserialize(base64_decode($argv[1])), 1000, false);
        say($lock->isAcquired() ? 'mine' : 'not mine');
        hear();
        if ($argv[2] === 'refresh') {
            $lock->refresh();
            say(sprintf('%d s', $lock->getRemainingLifetime()));
        }
        $lock->release();
        say($lock->isAcquired() ? 'mine' : 'not mine');
        PHP;
    $redis = $symfony->redis();
    $key = new Key($name = Check::unique('report'));
    $lock = $symfony->locks()->createLockFromKey($key, 120, false);
    Check::same(true, $lock->acquireRead(), 'acquireRead');
    $other = $symfony->locks()->createLock($name, 60);
    Check::same(true, $other->acquireRead(), 'another reader');
    $serialized = base64_encode(serialize($key));
    $worker = $symfony->worker($code, [$serialized, 'refresh']);
    $worker->expect('mine', 60);
    Check::between(110_000, 120_000, $redis->call('PTTL', $name), 'a question begins no longer lifetime than it had');
    $writer = $symfony->worker('$symfony->locks()->createLock($argv[1], 120, false)->acquire(true); say("granted");', [$name]);
    $symfony->awaitWaiters($name, 1);
    $worker->tell('go');
    $worker->expect('999 s', 60);
    $worker->expect('not mine', 60);
    $worker->finish();
    Check::same([false, true], [$lock->isAcquired(), $other->isAcquired()], 'that share alone is released');
    Check::same(false, $writer->spoke(), 'one is left');
    $other->release();
    $writer->expect('granted', 60);
    $writer->finish();

    // The same Key comes a second time, and a writer has the lock.
    $late = $symfony->worker($code, [$serialized, 'release']);
    $late->expect('not mine', 60);
    $late->tell('go');
    $late->expect('not mine', 60);
    $late->finish();
    Check::same(1, $redis->call('EXISTS', $name), 'the lock of the writer');

    // A Key whose lifetime is over asks for nothing, so it shortens nobody's share.
    $short = new Key(Check::unique('short'));
    $store = $symfony->store(initialTtl: 0.2);
    $store->saveRead($short);
    $copy = unserialize(serialize($short));
    $store->putOffExpiration($short, 100);
    usleep(300_000);
    Check::same(false, $symfony->store()->exists($copy), 'a copy that knows the first lifetime alone');
    Check::between(90_000, 100_000, $redis->call('PTTL', (string) $short), 'the share is not harmed');
    $store->delete($copy);
    Check::same(0, $redis->call('EXISTS', (string) $short), 'released by the copy');
});

echo 'done';
?>
--EXPECT--
done
