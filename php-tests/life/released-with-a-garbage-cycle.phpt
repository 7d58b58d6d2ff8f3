--TEST--
A lock inside a garbage cycle is released by gc_collect_cycles, or else at the end of the script
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$code = <<<'PHP'
    function leak(string $url, string $name): void {
        $a = new stdClass();
        $a->lock = new RedisMutexLock($url);
        Tests\Check::true($a->lock->lock($name, 0, 600), 'lock');
        $a->self = $a;
    }
    gc_disable();
    leak($argv[1], $argv[2]);
    say('leaked');
    if (hear() === 'collect') {
        Tests\Check::true(gc_collect_cycles() > 0, 'something was collected');
        say('collected');
        hear();
    }
    PHP;

$name = Check::unique('cycle');
$worker = Worker::run($code, [$redis->url(), $name]);
$worker->expect('leaked');
Check::same(1, $client->call('EXISTS', "lock:$name"), 'garbage, not collected yet');
$worker->tell('collect');
$worker->expect('collected');
Check::same(0, $client->call('EXISTS', "lock:$name"), 'collected while the script runs');
$worker->tell('end');
$worker->finish();

$name = Check::unique('cycle');
$worker = Worker::run($code, [$redis->url(), $name]);
$worker->expect('leaked');
Check::same(1, $client->call('EXISTS', "lock:$name"), 'garbage before the end');
$worker->tell('end');
$worker->finish();
Check::same(0, $client->call('EXISTS', "lock:$name"), 'garbage after the end');

echo "done\n";
--EXPECT--
done
