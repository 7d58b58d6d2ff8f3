--TEST--
A server that is full, busy, a replica, without a disk or without room for connections: the message says what a person can do, as the page has it in both languages
--FILE--
<?php
$master = RedisServer::start();
$full = RedisServer::start(['maxmemory' => 1]);
$replica = RedisServer::start(['replicaof' => "127.0.0.1 $master->plainPort"]);
// Its process cannot write there, whoever runs it.
$diskless = RedisServer::start(['dir' => '/proc', 'save' => '3600 1']);
$diskless->client()->call('SET', 'a', 1);
$diskless->client()->call('BGSAVE');
$failed = static fn (): bool => str_contains($diskless->client()->call('INFO', 'persistence'), 'rdb_last_bgsave_status:err');
Check::eventually($failed, 20, 'the save fails');
$busy = RedisServer::start(['lua-time-limit' => 50]);
$script = $busy->client();
$script->send('EVAL', 'while true do end', 0);
$spins = static function () use ($busy): bool {
    try {
        $busy->client()->call('PING');

        return false;
    } catch (Exception $e) {
        return str_starts_with($e->getMessage(), 'BUSY');
    }
};
Check::eventually($spins, 20, 'the script blocks');
$cases = [
    'OOM …; this Redis is full: raise its "maxmemory", or give the locks a Redis of their own' => $full,
    'READONLY …; this server is a replica, or a failover has just made it one: connect to the master' => $replica,
    'BUSY …; a script keeps this Redis busy: redis-cli SCRIPT KILL ends it if it has written nothing' => $busy,
    'MISCONF …; this Redis cannot save its data: look at its disk and at its log' => $diskless,
    // Another test has a server without room.
    'ERR max number of clients …; raise "maxclients" of this Redis, or let fewer processes connect: see docs/operations.md, Connections' => null,
];
$pages = array_map(
    static fn (string $path): string => (new Page(dirname(__DIR__, 2), $path))->text,
    ['docs/redis-down.md', 'docs/zh-CN/redis-down.md'],
);
foreach ($cases as $row => $server) {
    foreach ($pages as $page) {
        Check::true(str_contains($page, "| `$row` |"), "a page has: $row");
    }
    if ($server !== null) {
        $lock = new RedisMutexLock(['command_timeout' => 10] + $server->config());
        $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('b'))->getMessage();
        Check::same(1, preg_match('/: ' . str_replace('…', '.+', preg_quote($row, '/')) . '$/', $message), $message);
    }
}
$busy->client()->send('SCRIPT', 'KILL');
echo 'done';
?>
--EXPECT--
done
