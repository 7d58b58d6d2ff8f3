--TEST--
Behind Sentinel the ACL lines of docs/operations.md are enough, also with min_replicas; without the line for sentinels nothing works
--FILE--
<?php
$set = SentinelSet::shared();
$user = ['username' => Check::unique('user')] + Rights::USER;
/** @param list<RedisServer> $servers */
$grant = static function (array $servers, string $line) use ($user): void {
    foreach ($servers as $server) {
        $server->client()->call('ACL', 'SETUSER', $user['username'], ...explode(' ', trim(Rights::rules($line))));
    }
};
$grant($set->servers(), 'everything');
$config = $set->config($user + ['min_replicas' => 2, 'fencing' => true, 'command_timeout' => 5]);
$config['sentinel'] += $user;
$lock = new RedisMutexLock($config);
$name = Check::unique('rights');
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock($name));
$grant($set->sentinels(), 'for Sentinel, at each sentinel');
Check::true($lock->lock($name, 5, null), 'lock');
Check::true($lock->isLocking($name) && $lock->expire($name, 60) && $lock->unlock($name), 'what follows');
foreach ([...$set->servers(), ...$set->sentinels()] as $server) {
    $server->client()->call('ACL', 'DELUSER', $user['username']);
}
echo 'done';
?>
--EXPECT--
done
