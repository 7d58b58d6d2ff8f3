--TEST--
Requests of one process with 50 configurations keep at most 16 connections, and those with 50 prefixes share one
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('many');
$connections = static fn (): int => count(array_filter(
    $client->clients(),
    static fn (array $one): bool => str_starts_with($one['name'], $name),
));
$serve = static function (array $config) use ($redis, $name): void {
    $lock = new RedisMutexLock($config + ['url' => $redis->url(), 'name' => $name]);
    Check::true($lock->lock($name, 0, 60), 'lock');
};
for ($i = 0; $i < 50; $i++) {
    $serve(['lock_prefix' => "tenant-$i:"]);
}
Check::same(1, $connections(), 'connections of 50 prefixes');
for ($i = 0; $i < 50; $i++) {
    $serve(['name' => "$name-$i"]);
    // The server notices a closed connection a moment later.
    Check::eventually(fn (): bool => $connections() <= 16, 10, 'at most 16 connections');
}
Check::same([], $client->call('KEYS', "*$name*"), 'keys');
echo "done\n";
?>
--EXPECT--
done
