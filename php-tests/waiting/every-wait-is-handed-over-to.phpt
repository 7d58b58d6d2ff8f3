--TEST--
A wait without limit and a wait of synchronized are served by hand-over too
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$queue = new Queue($server, 'a');
$waits = [
    'lock' => '$lock->lock("a", null, 60, 60000000);',
    'synchronized' => '$lock->synchronized("a", fn () => true, 60, 60, 60000000);',
    'synchronized without limit' => '$lock->synchronized("a", fn () => true, null, 60, 60000000);',
];
foreach ($waits as $what => $code) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('a', 0, 600), "$what: held");
    $waiter = Worker::run('$lock = new RedisMutexLock($argv[1]);
        say(json_encode(' . rtrim($code, ';') . '));', [$server->url()]);
    $queue->reaches(1);
    $redis->call('CONFIG', 'RESETSTAT');
    Check::true($holder->unlock('a'), "$what: released");
    $waiter->expect('true');
    // The holder pushed the wake-up, and no other process did.
    Check::same(1, $redis->commandstats()['rpush'] ?? 0, "$what: RPUSH");
    $waiter->finish();
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
