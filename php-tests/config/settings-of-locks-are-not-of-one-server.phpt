--TEST--
A setting of locks in one server of a quorum is refused, and URLs with commas must agree on it
--FILE--
<?php
$refused = function (array|string $config, string $sentence): void {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same("RedisMutexLock::__construct(): Argument #1 (\$config) $sentence", $error->getMessage(), 'the message');
    Check::true(!str_contains((string) $error, 'hunter2'), "no password: {$error->getMessage()}");
};
$with = fn (array $entry): array => ['servers' => ['a', $entry + ['host' => 'b'], 'c']];
$rule = 'in server 2 of "servers" has no effect there; it stands at the top level';
foreach (['lock_prefix', 'lease', 'max_hold', 'lock_delay', 'fencing', 'auto_release', 'await_release', 'retry_for', 'command_timeout'] as $key) {
    $refused($with([$key => 1]), "\"$key\" $rule");
    new RedisMutexLock($with([$key => null]));
}
$refused(['servers' => 'redis://a,redis://b?lease=5,redis://c'], "\"lease\" $rule");
$refused('redis://:hunter2@a?lease=5,redis://b,redis://c?lease=6', 'gives "lease" two different values');
new RedisMutexLock('redis://a?lease=5,redis://b,redis://c?lease=5&fencing=1');
echo "done\n";
?>
--EXPECT--
done
