--TEST--
Every ending of a holder gives the lock to the first waiter, and at no moment is the lock free
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$ways = [
    'unlock' => '$lock->unlock("a");',
    'release' => '$lock->release("a");',
    'unlockAll' => '$lock->unlockAll();',
    "the object's death" => '$lock = null;',
    'the end of the request' => '',
    'exit' => 'exit(3);',
    'a fatal error' => 'trigger_error("x", E_USER_ERROR);',
    'an exception' => 'throw new Exception("x");',
    'forceUnlock by another' => '(new RedisMutexLock($argv[1]))->forceUnlock("a");',
    "a stranger's adoption and unlock" =>
        '$other = new RedisMutexLock($argv[1]); $other->adopt("a", $lock->detach("a")); $other->unlock("a");',
];
foreach ($ways as $way => $code) {
    $holder = Worker::run('$lock = new RedisMutexLock($argv[1]);
        say($lock->lock("a", 0, 600) ? "held" : "refused");
        hear();
        ' . $code, [$server->url()]);
    $holder->expect('held');
    $queue = new Queue($server, 'a');
    $waiter = $queue->waiter();
    $redis->call('CONFIG', 'RESETSTAT');
    $holder->tell('end');
    $waiter->expect('granted');
    // A release with a waiter in the queue deletes no key.
    Check::same(0, $redis->commandstats()['del'] ?? 0, "$way: DEL");
    $waiter->tell('unlock');
    $waiter->expect('released');
    Check::same(null, $queue->holder(), "$way: with nobody waiting it is free");
    $waiter->tell('end');
    $waiter->finish();
    $holder->wait();
}

// synchronized keeps the object and goes on.
$holder = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    say($lock->synchronized('a', function () { say('held'); hear(); return 'result'; }, 0, 600));
    PHP, [$server->url()]);
$holder->expect('held');
$queue = new Queue($server, 'a');
$waiter = $queue->waiter();
$redis->call('CONFIG', 'RESETSTAT');
$holder->tell('end');
$holder->expect('result');
$waiter->expect('granted');
Check::same(0, $redis->commandstats()['del'] ?? 0, 'synchronized: DEL');
$holder->finish();
$waiter->tell('end');
$waiter->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
