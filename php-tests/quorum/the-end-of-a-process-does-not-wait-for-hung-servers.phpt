--TEST--
Two of five servers hang when a process ends: its locks are free at the others at once, and it ends in time; the same with three and with all
--FILE--
<?php
Together::each([[1, 3], [0, 2, 4], [0, 1, 2, 3, 4]], static function (array $away): void {
    $set = QuorumSet::start();
    $worker = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        for ($i = 0; $i < 20; $i++) {
            Tests\Check::true($lock->lock("a$i", 0, $i % 2 === 0 ? 600 : null), 'lock');
        }
        say('locked');
        hear();
        PHP, [serialize($set->config(['command_timeout' => 60]))]);
    $worker->expect('locked');
    Check::eventually(static fn (): bool => count($set->keys()) === 100, 10, 'each server has all');
    $set->pause(...$away);
    $began = hrtime(true);
    $worker->tell('end');
    $worker->finish(30);
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, 'seconds until the process is gone');
    Check::same([], $set->keys(), 'what is left at the others');
});
echo 'done';
?>
--EXPECT--
done
