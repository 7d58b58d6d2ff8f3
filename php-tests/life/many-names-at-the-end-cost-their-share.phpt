--TEST--
The cost of a request's end grows with the number of renewed locks that it still holds and not with its square
--FILE--
<?php
$server = RedisServer::start();
$costs = [];
foreach ([2500, 2500 * Cost::TIMES] as $i => $count) {
    $before = Cost::spent(children: true);
    $worker = Worker::run(<<<'PHP'
        [, $url, $count] = $argv;
        // With so long a lease no renewal comes during the test.
        $lock = new RedisMutexLock(['url' => $url, 'lease' => 3600]);
        for ($i = 0; $i < $count; $i++) {
            $lock->lock("n$i", expire: null) || throw new Exception('not free');
        }
        say((string) Tests\Cost::spent());
        PHP, [$server->unixUrl(), $count]);
    $until = (float) $worker->line(60);
    $worker->finish(60);
    $costs[$i] = ['the end' => Cost::spent(children: true) - $before - $until];
    // On a slow machine half a second may be too short for all of them.
    $server->client()->call('FLUSHALL');
}
Cost::isLinear($costs[0], $costs[1], 'costs');
echo 'done';
?>
--EXPECT--
done
