--TEST--
Eight requests that miss a cache entry run the slow query once, and a query that is longer than the lease gives its result to all
--FILE--
<?php
$redis = RedisServer::start();
$example = var_export(dirname(__DIR__, 2) . '/examples/cache-stampede.php', true);
$request = <<<PHP
    require $example;
    \$redis = new Redis();
    \$redis->connect('127.0.0.1', (int) \$argv[2]);
    // The query takes 0.3 s.
    \$lock = new RedisMutexLock(['url' => \$argv[1], 'lease' => 0.2]);
    say('ready');
    hear();
    say(stats_with_lock(\$redis, \$lock));
    PHP;
$start = static fn (): Worker => Worker::run($request, [$redis->url(), $redis->plainPort], modules: ['redis']);
$requests = array_map($start, range(1, 8));
foreach ($requests as $each) {
    $each->expect('ready');
}
foreach ($requests as $each) {
    $each->tell('go');
}
foreach ($requests as $each) {
    $each->expect('visitors today: 4,711', 20);
    $each->finish();
}
Check::same('1', $redis->client()->call('GET', 'stats:queries'), 'how often the query ran');
echo "done\n";
?>
--EXPECT--
done
