--TEST--
With the first ACL line no command is refused, and the rights that only it has are all used after a connection has broken
--FILE--
<?php
$server = RedisServer::start();
Rights::grant($server, Rights::line('everything'));
$redis = $server->client();
$redis->call('CONFIG', 'RESETSTAT');
// Over a Unix socket the extension asks for the run_id of the server too.
$proxy = Proxy::toSocket($server);
$lock = new RedisMutexLock(Rights::USER + [
    'path' => $proxy->socket, 'name' => 'worker', 'command_timeout' => 0.6, 'retry_for' => 60,
]);
Check::true($lock->lock('a') && $lock->unlock('a'), 'before');
$proxy->rule(['command' => 'SET', 'times' => 1, 'do' => 'swallow']);
Check::true($lock->lock('a', 30, 60) && $lock->unlock('a'), 'after a lost reply');
$used = array_keys(array_filter($redis->commandstats()));
$more = Rights::named('in addition, recommended');
if (RedisServer::version() < 7) {
    // Redis 6 counts no subcommands.
    $more = array_unique(array_map(static fn (string $right): string => explode('|', $right)[0], $more));
}
Check::same([], array_values(array_diff($more, $used)), 'recommended and not used');
Check::same([], $redis->call('ACL', 'LOG'), 'refused commands');
echo 'done';
?>
--EXPECT--
done
