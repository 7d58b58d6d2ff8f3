--TEST--
Symfony: processes of this store and of Symfony's RedisStore that wait for one key never hold it at the same time
--FILE--
<?php
use Tests\Check;
use Tests\Symfonies;
use Tests\SymfonyLocks;
use Tests\Worker;

Symfonies::each(static function (SymfonyLocks $symfony): void {
    $name = Check::unique('hot');
    $code = <<<'PHP'
        [, $store, $name] = $argv;
        $redis = Tests\RedisServer::shared()->client();
        $locks = $symfony->locks($store === 'stock' ? $symfony->stock() : null);
        $overlaps = $sections = 0;
        say('ready');
        hear();
        for ($end = microtime(true) + 3; microtime(true) < $end; usleep(random_int(0, 100_000))) {
            $lock = $locks->createLock($name, 60);
            $lock->acquire(true);
            $overlaps += $redis->call('INCR', "$name:inside") === 1 ? 0 : 1;
            usleep(500);
            $overlaps += $redis->call('DECR', "$name:inside") === 0 ? 0 : 1;
            $lock->release();
            $sections++;
        }
        say("$overlaps overlaps in some of");
        say("$sections");
        PHP;
    $workers = array_map(
        static fn (string $store): Worker => $symfony->worker($code, [$store, $name]),
        $stores = ['ours', 'ours', 'ours', 'stock', 'stock', 'stock'],
    );
    foreach ($workers as $worker) {
        $worker->expect('ready', 60);
    }
    foreach ($workers as $worker) {
        $worker->tell('go');
    }
    $sections = ['ours' => 0, 'stock' => 0];
    foreach ($workers as $number => $worker) {
        $worker->expect('0 overlaps in some of', 100);
        $sections[$stores[$number]] += (int) $worker->line();
        $worker->finish();
    }
    foreach ($sections as $store => $count) {
        Check::between(3, 100_000, $count, "sections of $store");
    }
});

echo 'done';
?>
--EXPECT--
done
