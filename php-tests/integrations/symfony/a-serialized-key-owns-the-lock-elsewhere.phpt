--TEST--
Symfony: a Key that is serialized into another process refreshes and releases the lock there, but never the lock of the next owner
--FILE--
<?php
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $code = <<<'PHP'
        $key = unserialize(base64_decode($argv[1]));
        $lock = $symfony->locks()->createLockFromKey($key, 1000, false);
        say($lock->isAcquired() ? 'mine' : 'not mine');
        hear();
        if ($argv[2] === 'refresh') {
            $lock->refresh();
        }
        $lock->release();
        say($lock->isAcquired() ? 'mine' : 'not mine');
        PHP;
    $key = new Key($name = Check::unique('report'));
    $lock = $symfony->locks()->createLockFromKey($key, 120, false);
    Check::same(true, $lock->acquire(), 'acquire');
    $serialized = base64_encode(serialize($key));
    $worker = $symfony->worker($code, [$serialized, 'refresh']);
    $worker->expect('mine', 60);
    $waiter = $symfony->worker('$symfony->locks()->createLock($argv[1], 120, false)->acquire(true); say("granted");', [$name]);
    $symfony->awaitWaiters($name, 1);
    $worker->tell('go');
    $worker->expect('not mine', 60);
    $worker->finish();
    // The release in the other process has handed the lock over.
    $waiter->expect('granted', 60);
    $waiter->finish();
    Check::same(false, $lock->isAcquired(), 'the first process');

    // The same Key comes a second time, and the lock has another owner.
    $late = $symfony->worker($code, [$serialized, 'release']);
    $late->expect('not mine', 60);
    $late->tell('go');
    $late->expect('not mine', 60);
    $late->finish();
    Check::same(1, $symfony->redis()->call('EXISTS', $name), 'the lock of the next owner');
});

echo 'done';
?>
--EXPECT--
done
