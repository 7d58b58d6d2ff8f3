--TEST--
Symfony: a lock is released with its object or its process, unless autoRelease is off, when it lives until its ttl
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    foreach ([[true, 0], [false, 1]] as [$autoRelease, $left]) {
        $which = $autoRelease ? 'with autoRelease' : 'without autoRelease';
        $name = Check::unique('object');
        $lock = $symfony->locks()->createLock($name, 120, $autoRelease);
        Check::same(true, $lock->acquire(), "acquire $which");
        Check::same(1, $symfony->redis()->call('EXISTS', $name), "the key $which");
        unset($lock);
        Check::same($left, $symfony->redis()->call('EXISTS', $name), "the key $which after the object");

        $name = Check::unique('process');
        $worker = $symfony->worker(<<<'PHP'
            $lock = $symfony->locks()->createLock($argv[1], 120, $argv[2] === '1');
            say($lock->acquire() ? 'holds' : 'refused');
            PHP, [$name, (int) $autoRelease]);
        $worker->expect('holds', 60);
        $worker->finish(60);
        Check::same($left, $symfony->redis()->call('EXISTS', $name), "the key $which after the process");
    }
});

echo 'done';
?>
--EXPECT--
done
