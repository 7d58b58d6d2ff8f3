--TEST--
The lock of remember() is renewed: a callback that takes longer than the lease keeps it
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use Tests\Check;
    use Tests\Deadline;

    $name = Check::unique('slow');
    $made = $app->cache->remember($name, function (RedisMutexLock $lock) use ($name): string {
        $renewed = RedisMutexLock::stats()['renewed'];
        Check::eventually(static fn (): bool => RedisMutexLock::stats()['renewed'] >= $renewed + 4, 60, 'more than one lease');

        return $lock->isLocking("remember:$name") ? 'held' : 'lost';
    }, 60);
    say($made);
    PHP, ['lock' => ['lease' => 3]])->finish(70);
?>
--EXPECT--
held
