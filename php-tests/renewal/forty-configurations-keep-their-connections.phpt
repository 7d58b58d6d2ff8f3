--TEST--
40 configurations with a renewed lock each have 40 connections of PHP and 40 of the renewing thread, and open no more of them
--FILE--
<?php
$server = RedisServer::start();
$worker = Worker::run(<<<'PHP'
    $all = [];
    for ($i = 0; $i < 40; $i++) {
        $all[$i] = new RedisMutexLock(['url' => $argv[1], 'name' => "c$i", 'lease' => 0.9]);
        $all[$i]->lock("c$i", 0, null) || throw new Exception('not free');
    }
    // Each lock is renewed ten times.
    Tests\Check::eventually(fn (): bool => RedisMutexLock::stats()['renewed'] >= 400, 30, '400 renewals');
    say(json_encode(RedisMutexLock::stats()));
    hear();
    PHP, [$server->url()]);
$stats = json_decode($worker->line(40), true);
// A renewal that the machine has delayed may cost a connection. A connection for each renewal would be 400.
Check::between(80, 120, $stats['connections_opened'], 'connections opened');
$worker->tell('end');
$worker->finish();
echo 'done';
?>
--EXPECT--
done
