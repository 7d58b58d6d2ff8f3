--TEST--
Laravel: applications of one process exclude each other only if prefix and server are the same
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::start();
    $one = $laravel->again();
    $same = $laravel->again();
    $prefix = $laravel->again(['cache.prefix' => "{$laravel->prefix}tenant_"]);
    $elsewhere = $laravel->again(['database.redis.default.port' => $server->plainPort]);
    $database = $laravel->again(['database.redis.default.database' => '2']);
    foreach ([1, 2] as $round) {
        $locks = [];
        foreach (['one' => $one, 'prefix' => $prefix, 'elsewhere' => $elsewhere, 'database' => $database] as $what => $application) {
            Check::same(true, ($locks[] = $application->cache()->lock('row', 600))->get(), "$what: get in round $round");
            Check::same(false, $application->cache('stock')->lock('row', 600)->get(), "$what: stock in round $round");
        }
        Check::same(false, $same->cache()->lock('row', 600)->get(), "another application with the same key in round $round");
        foreach ($locks as $lock) {
            Check::same(true, $lock->release(), "release in round $round");
        }
    }
    Check::same([], $server->client()->call('KEYS', '*'), 'the keys of the other server');
});

echo 'done';
?>
--EXPECT--
done
