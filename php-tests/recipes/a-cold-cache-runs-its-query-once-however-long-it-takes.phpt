--TEST--
Eight requests that miss a cache entry run the slow query once, and a query that is longer than the lease gives its result to all
--FILE--
<?php
$redis = RedisServer::start();
$recipe = Recipe::code('A cache that everybody misses at once');
$request = <<<PHP
    function stats_unprotected(Redis \$redis): string
    {
        \$cached = \$redis->get('stats');
        if (\$cached === false) {
            \$redis->incr('queries');
            usleep(2_500_000);
            \$redis->set('stats', \$cached = 'visitors today: 4,711', ['EX' => 60]);
        }

        return \$cached;
    }
    $recipe
    \$redis = new Redis();
    \$redis->connect('127.0.0.1', (int) \$argv[2]);
    \$lock = new RedisMutexLock(['url' => \$argv[1], 'lease' => 1]);
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
Check::same('1', $redis->client()->call('GET', 'queries'), 'how often the query ran');
echo "done\n";
?>
--EXPECT--
done
