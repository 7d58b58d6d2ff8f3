--TEST--
forceUnlock releases only the holder that it has read, and not a holder that came later
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// The proxy delays the releasing command until the next holder has the lock.
$proxy = Proxy::to($server, ['command' => 'EVAL*', 'nth' => 1, 'do' => 'delay', 'ms' => 1500]);
$operator = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 20]);
$redis->call('SET', 'lock:a', 'old');

// The next holder comes as soon as the first holder's token was read.
$other = Worker::run(<<<'PHP'
    $client = new Tests\RedisClient("tcp://127.0.0.1:$argv[1]");
    say('ready');
    Tests\Check::eventually(static fn (): bool => isset($client->commandstats()['get']), 10, 'the owner was read');
    $client->call('SET', 'lock:a', 'new');
    PHP, [$server->port]);
$other->expect('ready');
$released = $operator->forceUnlock('a');
$other->finish();
Check::same('new', $redis->call('GET', 'lock:a'), 'who came later');
Check::same(false, $released, 'forceUnlock');

echo 'done';
?>
--EXPECT--
done
