--TEST--
A quorum of 1, 2, 4 or 17 servers is refused, in an array as in a URL
--FILE--
<?php
$refused = function (array|string $config, string $sentence): void {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same("RedisMutexLock::__construct(): Argument #1 (\$config) $sentence", $error->getMessage(), 'the message');
    Check::true(!str_contains((string) $error, 'hunter2'), "no password: {$error->getMessage()}");
};
$hosts = fn (int $count): array => array_map(fn (int $i): string => "10.255.0.$i:6379", range(1, $count));
foreach ([1, 2, 4, 17] as $count) {
    $rule = "must name an odd number of servers from 3 to 15, $count given";
    $refused(['servers' => $hosts($count)], "\"servers\" $rule");
    $refused(['servers' => implode(',', $hosts($count))], "\"servers\" $rule");
    $refused('redis+quorum://:hunter2@' . implode(',', $hosts($count)), $rule);
    $refused(['url' => 'redis+quorum://:hunter2@' . implode(',', $hosts($count))], "\"url\" $rule");
}
foreach ([3, 5, 15] as $count) {
    Check::same([], (new RedisMutexLock(['servers' => $hosts($count)]))->held(), "$count servers");
}
echo "done\n";
?>
--EXPECT--
done
