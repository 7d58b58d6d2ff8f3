--TEST--
Replicas, sentinels and Clusters beside a quorum or in one of its servers are refused with the way out
--FILE--
<?php
$refused = function (array|string $config, string $sentence): void {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same("RedisMutexLock::__construct(): Argument #1 (\$config) $sentence", $error->getMessage(), 'the message');
    Check::true(!str_contains((string) $error, 'hunter2'), "no password: {$error->getMessage()}");
};
$with = fn (array $entry): array => ['servers' => ['a', $entry + ['host' => 'b', 'password' => 'hunter2'], 'c']];
$majority = 'because a majority of the servers decides, and not their replicas';
$plain = 'in server 2 of "servers" has no place there, because a quorum has plain servers; give the "host" of one that is a master by itself';
$leave = 'where Redis is; leave one of them out';
$refused(['min_replicas' => 1] + $with([]), "\"min_replicas\" must be 0 or left out in a quorum, $majority");
$refused($with(['min_replicas' => 1]), "\"min_replicas\" in server 2 of \"servers\" must be 0 or left out, $majority");
$refused($with(['cluster' => ['g:7000']]), "\"cluster\" $plain");
$refused($with(['sentinel' => ['service' => 'm', 'nodes' => ['h']]]), "\"sentinel\" $plain");
$refused($with(['servers' => ['a', 'b', 'c']]), "\"servers\" $plain");
$refused(['cluster' => ['g:7000']] + $with([]), "says in \"cluster\" and in \"servers\" $leave");
$refused(['sentinel' => ['service' => 'm', 'nodes' => ['h']]] + $with([]), "says in \"sentinel\" and in \"servers\" $leave");
$refused(['url' => 'redis://:hunter2@h'] + $with([]), "says in \"servers\" and in \"url\" $leave");
new RedisMutexLock(['min_replicas' => 0, 'cluster' => false] + $with(['min_replicas' => 0, 'sentinel' => ['enable' => false]]));
echo "done\n";
?>
--EXPECT--
done
