--TEST--
Behind a Unix socket all clients have one address: after a restart the waiters kill no client by an old id
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'unix');
$holder = new RedisMutexLock($server->unixUrl());
Check::true($holder->lock('unix', 0, 600), 'held');
$waiters = [];
for ($count = 1; $count <= 8; $count++) {
    $waiters[] = Worker::run('$lock = new RedisMutexLock(["url" => $argv[1], "retry_for" => 60]);
        say($lock->lock("unix", 60, 600) ? "granted" : "refused");', [$server->unixUrl()]);
    $queue->reaches($count);
}
// The lock and the queue are gone with the old server. Other clients have the ids of the waiters now.
$server->restart();
$innocent = array_map(static fn (): RedisClient => new RedisClient("unix://$server->socket"), range(1, 30));
foreach ($waiters as $waiter) {
    $waiter->expect('granted', 30);
    $waiter->finish();
}
foreach ($innocent as $i => $client) {
    Check::same('PONG', $client->call('PING'), "innocent client $i");
}
Check::same(0, $innocent[0]->commandstats()['client|kill'] ?? 0, 'kills asked of the new server');
echo 'done';
?>
--EXPECT--
done
