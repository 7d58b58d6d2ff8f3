--TEST--
What contradicts itself or stands in a wrong place of a Sentinel or a Cluster is refused, with both places and no password
--FILE--
<?php
$leave = 'where Redis is; leave one of them out';
$node = fn (array $node): array => ['cluster' => ['g:7000', $node + ['host' => 'h']]];
$sentinel = fn (array $more): array => ['sentinel' => $more + ['service' => 'm', 'nodes' => ['h']]];
$forms = 'host:port, [IPv6]:port, a URL, or an array with "host" and "port"';
$cases = [
    [['url' => 'redis://h', 'cluster' => 'g'], "says in \"cluster\" and in \"url\" $leave"],
    [['url' => 'redis+cluster://h', 'cluster' => 'g'], "says in \"url\" and in \"cluster\" $leave"],
    [['path' => '/run/redis.sock', 'cluster' => 'g'], "says in \"cluster\" and in \"path\" $leave"],
    [$sentinel([]) + ['cluster' => 'g'], "says in \"sentinel\" and in \"cluster\" $leave"],
    [['cluster' => 'g', 'database' => 1], '"database" must be 0 in a Cluster'],
    [$node(['select' => '2']), '"select" in node 2 of "cluster" must be 0 in a Cluster'],
    ['redis+cluster://h/1', '"database" must be 0 in a Cluster'],
    [$node(['password' => 'hunter2']) + ['password' => 'hunter1'], 'gives "password" and "password" in node 2 of "cluster" different values'],
    [['cluster' => ['redis://:hunter1@g', 'redis://:hunter2@h']], 'gives "password" in node 1 of "cluster" and "password" in node 2 of "cluster" different values'],
    [['cluster' => ['rediss://g', 'redis://h']], 'gives "scheme" in node 1 of "cluster" and "scheme" in node 2 of "cluster" different values'],
    [$node(['lease' => 5]), '"lease" in node 2 of "cluster" has no effect there; it stands at the top level'],
    [['cluster' => ['enable' => true, 'seeds' => ['h'], 'password' => 'hunter2']], '"password" in "cluster" has no effect there; it stands at the top level'],
    [$sentinel(['database' => 1]), '"database" in "sentinel" has no effect there; it stands at the top level'],
    [$sentinel(['service' => '']), '"sentinel" has no "service", which is what the sentinels call the master, such as mymaster'],
    [$sentinel(['nodes' => ['']]), "\"nodes\" in \"sentinel\" names no node; a node is $forms"],
    [['cluster' => ['enable' => true, 'seeds' => []]], "\"cluster\" names no node; a node is $forms"],
    [['cluster' => [['port' => 7000]]], "node 1 of \"cluster\" must name a host; a node is $forms"],
    [['cluster' => ['user:hunter2@h:7000']], "node 1 of \"cluster\" must be $forms"],
    [['cluster' => ['::1']], "node 1 of \"cluster\" must be $forms; an IPv6 address needs its brackets"],
    [['cluster' => ['/run/redis.sock']], "node 1 of \"cluster\" must be $forms"],
    [['cluster' => 'unix:///run/redis.sock'], 'node 1 of "cluster" must have a host and a port; a Unix socket is no node'],
    [['cluster' => array_fill(0, 20_000, ['host' => 'h'])],
        "\"cluster\" must be a list of nodes, such as ['10.0.0.1:7000', '10.0.0.2:7000'], an array that is far too large given"],
    [['sentinel_password' => 'hunter2'],
        '"sentinel_password" stands in a redis+sentinel:// URL alone; an array has "service", "nodes", "username" and "password" in "sentinel"'],
    ['redis://h?service=m', 'has "service" in its query, which is for redis+sentinel:// alone'],
    ['redis+sentinel://h/m', null],
    ['redis+cluster://u:hunter2@g,u:hunter2@h', null],
    ['redis+cluster://u:hun/ter2@g,h', null],
    ['redis+cluster://g,h:hunter2', null],
    ['redis+sentinel://h?service=m&sentinel_password=hunter2&hunter2', null],
];
foreach ($cases as [$config, $sentence]) {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    $begin = 'RedisMutexLock::__construct(): Argument #1 ($config) ';
    $sentence === null || Check::same($begin . $sentence, $error->getMessage(), 'the message');
    Check::true(!preg_match('/hunter|ter2/', (string) $error), "no password: {$error->getMessage()}");
}
echo "done\n";
?>
--EXPECT--
done
