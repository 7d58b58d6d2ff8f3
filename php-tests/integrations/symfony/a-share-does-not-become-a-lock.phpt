--TEST--
Symfony: a Key with a share is refused the lock at once, and a Key with the lock a share, each with a sentence
--FILE--
<?php
use Symfony\Component\Lock\Exception\InvalidArgumentException;
use Symfony\Component\Lock\Exception\LockAcquiringException;
use Symfony\Component\Lock\Key;
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('upgrade');
    $sentences = [
        'acquire' => "The Key \"$name\" has a share, and a share does not become a lock: call release() before acquire().",
        'acquireRead' => "The Key \"$name\" has the lock, and a lock does not become a share: call release() before acquireRead().",
    ];
    foreach (['acquireRead' => 'acquire', 'acquire' => 'acquireRead'] as $first => $second) {
        $lock = $symfony->locks()->createLockFromKey($key = new Key($name), 120);
        Check::same(true, $lock->$first(), $first);
        // The same in another process, which has the Key alone.
        $copy = $symfony->locks()->createLockFromKey(unserialize(serialize($key)), 120, false);
        foreach ([$lock, $copy] as $owner) {
            foreach ([false, true] as $waits) {
                $thrown = Check::throws(LockAcquiringException::class, static fn () => $owner->$second($waits), 'Failed to acquire');
                Check::same(InvalidArgumentException::class, get_class($thrown->getPrevious()), "the exception behind it, $second");
                Check::same($sentences[$second], $thrown->getPrevious()->getMessage(), "$second behind $first");
            }
        }
        Check::same(true, $lock->isAcquired(), "$first is not harmed");
        // Nobody waits in the queue.
        Check::same(0, $symfony->redis()->call('EXISTS', "$name:queue:{{$name}}"), 'the queue');
        $lock->release();
        Check::same(true, $lock->$second(), "$second behind release()");
        $lock->release();
    }
});

echo 'done';
?>
--EXPECT--
done
