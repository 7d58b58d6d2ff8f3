--TEST--
A server that has as many connections as maxclients permits is named as full in every exception, and a wait goes on until it has room
--FILE--
<?php
const CLIENTS = 3;
$server = RedisServer::start(['maxclients' => CLIENTS]);
$node = RedisServer::start(['maxclients' => CLIENTS, 'cluster-enabled' => 'yes']);
/** Connections that leave no room for others. */
$fill = static function (RedisServer $server): array {
    $held = [];
    Check::eventually(static function () use ($server, &$held): bool {
        try {
            $client = $server->client();
            $client->call('PING');
            $held[] = $client;
        } catch (Exception) {
            // A connection of the start is not gone yet.
        }

        return count($held) === CLIENTS;
    });

    return $held;
};
$held = $fill($server);
$others = $fill($node);
$hint = 'reached; raise "maxclients" of this Redis, or let fewer processes connect: see docs/operations.md, Connections';
$refused = "ERR max number of clients $hint";
// Before the handshake of TLS nothing can be said.
$closed = '; use redis:// or the scheme "tcp" if this port does not speak TLS, and raise "maxclients" if the server has too many connections';
$expected = Pass::isTls() ? $closed : $refused;
$config = $server->config();
$cluster = ['cluster' => ["127.0.0.1:$node->port"]] + array_diff_key($node->config(), ['port' => 0]);
$names = FakeSentinel::naming($server);
$cases = [
    'one command in its greeting' => [$config, $expected],
    'several' => [['password' => 'secret', 'database' => 3] + $config, $expected],
    'one that may fail' => [['name' => 'shop'] + $config, $expected],
    'a Unix socket' => [$server->unixUrl(), $refused],
    'a sentinel' => [SentinelSet::asking([$server]), $expected],
    'a master' => [SentinelSet::asking([$names]), $expected],
    'a node of a Cluster' => [$cluster, Pass::isTls() ? $closed : "ERR max number of clients + cluster connections $hint"],
];
foreach ($cases as $what => [$of, $words]) {
    // What it says may come before the first byte is sent, between two, or behind them.
    for ($i = 0; $i < 25; $i++) {
        $lock = new RedisMutexLock($of);
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
        Check::true(str_ends_with($message, $words), "$what: $message");
        Check::true(!str_contains($message, 'secret'), "$what: no password in '$message'");
    }
}
$waiter = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    try {
        $lock->lock('full');
    } catch (RedisMutexLockUnavailableException) {
        say('full');
    }
    say(var_export($lock->lock('full', 60, 60), true));
    PHP, [json_encode(['retry_for' => 60] + $config)]);
$waiter->expect('full');
Check::true(!$waiter->spoke(), 'it waits');
// The waiter has its descriptor too, so a close is not enough.
array_pop($held)->call('QUIT');
$waiter->expect('true', 60);
echo 'done';
?>
--EXPECT--
done
