--TEST--
Redis 6 names a whole command of which a subcommand is missing: the command in the message grants only the subcommands of the page
--FILE--
<?php
$server = RedisServer::start(['cluster-enabled' => 'yes']);
$server->client()->call('CLUSTER', 'ADDSLOTS', ...range(0, 16383));
Rights::grant($server, Rights::line('everything'));
$may = static function (string ...$words) use ($server): bool {
    try {
        $server->client(Rights::USER['username'], Rights::USER['password'])->call(...$words);

        return true;
    } catch (RedisError $error) {
        return !str_starts_with($error->getMessage(), 'NOPERM');
    }
};
Check::true(!$may('CLUSTER', 'SLOTS'), 'the right is missing');
$words = "NOPERM this user has no permissions to run the 'cluster' command or its subcommand";
$proxy = Proxy::to($server, ['command' => 'CLUSTER', 'do' => 'answer', 'bytes' => "-$words\r\n"]);
$config = ['cluster' => ["127.0.0.1:$proxy->port"]] + Rights::USER;
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => (new RedisMutexLock($config))->list())->getMessage();
$hint = "$words; the user lacks the right +cluster|slots: redis-cli ACL SETUSER <user> '+cluster|slots' (";
Check::true(str_contains($message, $hint), $message);
Rights::grant($server, Rights::advised($message));
Check::true($may('CLUSTER', 'SLOTS'), 'what the extension uses');
foreach (['RESET', 'FAILOVER', 'FLUSHSLOTS', 'NODES'] as $other) {
    Check::true(!$may('CLUSTER', $other), "CLUSTER $other");
}
echo 'done';
?>
--EXPECT--
done
