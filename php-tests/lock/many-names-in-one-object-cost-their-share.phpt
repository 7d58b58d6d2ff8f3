--TEST--
The cost of a name does not depend on how many the object has: lock, questions, unlock in the same order and in reverse, unlockAll, its death
--FILE--
<?php
ManyLocks::costTheirShare([], 600, 2000, static fn (RedisMutexLock $lock, callable $each): array => [
    'lock again' => Cost::of($each(fn (int $i): bool => !$lock->lock("n$i", 0, 600))),
    'token and remaining' => Cost::of($each(fn (int $i): bool => $lock->token("n$i") !== null && $lock->remaining("n$i") > 0)),
    'held' => Cost::of(fn (): array => $lock->held()),
]);
echo 'done';
?>
--EXPECT--
done
