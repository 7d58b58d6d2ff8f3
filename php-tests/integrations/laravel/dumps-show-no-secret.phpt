--TEST--
Laravel: var_dump and print_r of a lock, of its store and of what reads the settings show no password and no owner
--FILE--
<?php
use RedisMutexLock\Laravel\ConnectionSettings;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    $laravel = $laravel->again(['database.redis.secret' => ['password' => 'hunter2'] + $laravel->app['config']['database.redis.default']]);
    $store = $laravel->cache()->getStore();
    $lock = $laravel->cache()->lock('order', 90);
    Check::same(true, $lock->get(), 'get');
    $settings = ConnectionSettings::of($laravel->app['redis'], 'secret');
    Check::true(str_contains(json_encode($settings->server), 'hunter2'), 'the settings have the password');
    foreach ([$lock, $store, $settings] as $object) {
        ob_start();
        var_dump($object);
        $dump = ob_get_clean() . print_r($object, true);
        Check::same([false, false], [str_contains($dump, 'hunter2'), str_contains($dump, $lock->owner())], $dump);
        Check::between(20, 1000, strlen($dump), 'bytes of a dump');
    }
    Check::same(true, $lock->release(), 'release');
});
echo 'done';
?>
--EXPECT--
done
