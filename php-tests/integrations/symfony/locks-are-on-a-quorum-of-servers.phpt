--TEST--
Symfony: with the servers of a quorum, locks exclude each other, are handed over and are released by a serialized Key, and no lock is for reading
--FILE--
<?php
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\QuorumSet;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $servers = implode(',', array_map(static fn ($server): string => "127.0.0.1:$server->plainPort", QuorumSet::shared()->servers()));
    $url = "redis+quorum://$servers";
    $store = new RedisMutexLock\Symfony\MutexStore($url);
    $key = new Key(Check::unique('quorum'));
    $lock = $symfony->locks($store)->createLockFromKey($key, 120, false);
    Check::same(true, $lock->acquire(), 'acquire');
    Check::same(true, $lock->isAcquired(), 'isAcquired');
    $lock->refresh(100);
    $other = $symfony->locks($store)->createLock((string) $key, 120);
    Check::same(false, $other->acquire(), 'a second owner');
    $worker = $symfony->worker(<<<'PHP'
        $locks = $symfony->locks(new RedisMutexLock\Symfony\MutexStore($argv[1]));
        $lock = $locks->createLock($argv[2], 120, false);
        say('waits');
        $lock->acquire(true);
        say('granted');
        PHP, [$url, (string) $key]);
    $worker->expect('waits', 60);
    $releaser = $symfony->worker(<<<'PHP'
        $locks = $symfony->locks(new RedisMutexLock\Symfony\MutexStore($argv[1]));
        $lock = $locks->createLockFromKey(unserialize(base64_decode($argv[2])), 120, false);
        $lock->release();
        say('released');
        PHP, [$url, base64_encode(serialize($key))]);
    $releaser->expect('released', 60);
    $releaser->finish();
    $worker->expect('granted', 60);
    $worker->finish();
    Check::same(false, $lock->isAcquired(), 'the first owner');
    // A majority of votes cannot count readers.
    $reader = $symfony->locks($store)->createLock(Check::unique('read'), 120);
    $thrown = Check::throws(Symfony\Component\Lock\Exception\LockAcquiringException::class, static fn () => $reader->acquireRead(true), '');
    Check::true(str_contains($thrown->getPrevious()->getMessage(), 'independent servers cannot count shares'), $thrown->getPrevious()->getMessage());
});

echo 'done';
?>
--EXPECT--
done
