--TEST--
Two servers of a quorum with one host and port are refused, whatever their databases and letters
--FILE--
<?php
$refused = function (array|string $config, string $sentence): void {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same("RedisMutexLock::__construct(): Argument #1 (\$config) $sentence", $error->getMessage(), 'the message');
    Check::true(!str_contains((string) $error, 'hunter2'), "no password: {$error->getMessage()}");
};
$rule = 'name another server, because each one has one vote';
$refused(['servers' => ['a:1', 'b:1', 'a:1']], "\"servers\" names a:1 as server 1 and as server 3; $rule");
$refused(['servers' => ['redis://:hunter2@a/1', 'b', ['host' => 'A', 'database' => 2]]], "\"servers\" names A:6379 as server 1 and as server 3; $rule");
$refused(['servers' => ['/run/a.sock', 'unix:///run/a.sock?db=1', 'b']], "\"servers\" names /run/a.sock as server 1 and as server 2; $rule");
$refused('redis+quorum://:hunter2@a,b,a:6379', "names a:6379 as server 1 and as server 3; $rule");
echo "done\n";
?>
--EXPECT--
done
