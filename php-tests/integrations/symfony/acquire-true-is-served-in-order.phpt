--TEST--
Symfony: processes in acquire(true) get the lock handed over in the order in which they came
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('line');
    $holder = $symfony->locks()->createLock($name, 120);
    Check::same(true, $holder->acquire(), 'acquire');
    $workers = [];
    for ($number = 1; $number <= 4; $number++) {
        $workers[] = $symfony->worker(<<<'PHP'
            $lock = $symfony->locks()->createLock($argv[1], 120);
            $lock->acquire(true);
            say('granted');
            hear();
            $lock->release();
            say('released');
            PHP, [$name]);
        // The next one comes later.
        $symfony->awaitWaiters($name, $number);
    }
    $holder->release();
    // A lock that is handed over is free at no time, while one that the processes look for is free until the next look.
    Check::same(1, $symfony->redis()->call('EXISTS', $name), 'the key behind the first release');
    foreach ($workers as $number => $worker) {
        $worker->expect('granted', 60);
        foreach (array_slice($workers, $number + 1) as $later) {
            Check::same(false, $later->spoke(), 'a later one is granted before');
        }
        $worker->tell('release');
        $worker->expect('released', 60);
        if ($worker !== end($workers)) {
            Check::same(1, $symfony->redis()->call('EXISTS', $name), "the key behind the release of worker $number");
        }
        $worker->finish();
    }
    Check::eventually(static fn (): bool => $symfony->redis()->call('EXISTS', $name) === 0, 60, 'the key is gone after the last one');
});

echo 'done';
?>
--EXPECT--
done
