--TEST--
Laravel: lock:list has how many share a lock in place of the holder, and lock:release releases all shares
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $config = ['lock_prefix' => ''] + RedisServer::shared()->config();
    $key = $laravel->key('api');
    $sharers = [new RedisMutexLock($config), new RedisMutexLock($config)];
    Check::same([true, true], [$sharers[0]->lockShared($key, 0, 600), $sharers[1]->lockShared($key, 0, 60)], 'two shares');
    $table = $laravel->artisan('lock:list');
    Check::same(1, preg_match('/\| api +\| [56]\d\d\.\d s +\| 0 +\| +\| 2 shares +\| +\|/', $table), $table);
    $found = json_decode(substr($laravel->artisan('lock:list', ['--json' => true]), 2), true);
    Check::same([['api', 2, null]], array_map(static fn (array $lock): array => [$lock['name'], $lock['shares'], $lock['pid']], $found), 'JSON');
    Check::same("0 Released [api].\n", $laravel->artisan('lock:release', ['name' => 'api', '--force' => true]), 'release');
    Check::same([false, false], [$sharers[0]->isLocking($key), $sharers[1]->isLocking($key)], 'both are gone');
});

echo 'done';
?>
--EXPECT--
done
