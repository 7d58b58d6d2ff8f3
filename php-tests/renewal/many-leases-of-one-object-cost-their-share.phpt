--TEST--
The cost of a renewed lock does not depend on how many the object has: lock, unlock in the same order and in reverse, detach, unlockAll, its death
--FILE--
<?php
// With so long a lease no renewal comes during the test.
ManyLocks::costTheirShare(['lease' => 3600], null, 1500, static fn (RedisMutexLock $lock, callable $each): array => [
    'detach' => Cost::of($each(fn (int $i): bool => $lock->detach("n$i") !== null)),
]);
echo 'done';
?>
--EXPECT--
done
