--TEST--
A list of servers where one is expected is refused in every form, with what to write instead
--FILE--
<?php
$purpose = 'for several servers use "cluster", "sentinel" or "servers", or a URL with redis+cluster://, redis+sentinel:// or redis+quorum://';
foreach ([
    ['redis://a:1,b:2', "must name one host; $purpose"],
    ['redis://user:hunter2@a,b/0', "must name one host; $purpose"],
    [['url' => 'redis://a:1,b:2'], "\"url\" must name one host; $purpose"],
    [['url' => ['redis://a', 'redis://b']], "\"url\" must be one URL, array given; $purpose"],
    [['host' => 'a,b'], "\"host\" must be one host; $purpose"],
    [['host' => 'a:1,b:2'], "\"host\" must be one host; $purpose"],
    [['host' => ['a', 'b']], "\"host\" must be one host, array given; $purpose"],
    [['hosts' => ['a', 'b']], "has the unknown key \"hosts\"; $purpose"],
    [['nodes' => ['a:1', 'b:2']], "has the unknown key \"nodes\"; $purpose"],
    [['redis://a', 'redis://b'], "must have keys such as \"host\" and \"port\", list given; $purpose"],
    [[['host' => 'a'], ['host' => 'b']], "must have keys such as \"host\" and \"port\", list given; $purpose"],
    [['127.0.0.1'], "must have keys such as \"host\" and \"port\", list given; $purpose"],
    [['clusters' => ['default' => [['host' => 'a']]]], 'has the unknown key "clusters" (did you mean "cluster"?)'],
    [['cluster' => ['redis://a:1,b:2']], "node 1 of \"cluster\" must name one host; $purpose"],
    [
        ['cluster' => 'redis', 'prefix' => 'laravel_database_'],
        "\"cluster\" must be a list of nodes, such as ['10.0.0.1:7000', '10.0.0.2:7000'], and not the name of a driver; in Laravel the list is in database.redis.clusters",
    ],
    ['redis://a?cluster=b:1,c:2', 'has "cluster" in its query; write redis+cluster://host:port,host:port'],
] as [$config, $sentence]) {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same('RedisMutexLock::__construct(): Argument #1 ($config) ' . $sentence, $error->getMessage(), 'the message');
}
echo "done\n";
?>
--EXPECT--
done
