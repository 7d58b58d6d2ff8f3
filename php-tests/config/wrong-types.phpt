--TEST--
A configuration of a wrong type is a TypeError, a setting of a wrong type a ValueError that names it
--FILE--
<?php
// Since 8.3 PHP says true or false instead of bool.
[$true, $false] = PHP_VERSION_ID >= 80300 ? ['true', 'false'] : ['bool', 'bool'];
$types = [
    [1, 'int'],
    [1.5, 'float'],
    [true, $true],
    [false, $false],
    [new stdClass(), 'stdClass'],
    [STDIN, 'resource'],
    [fn () => 1, 'Closure'],
];
foreach ($types as [$config, $type]) {
    // strict_types: without it PHP would make strings of the scalars.
    $error = Check::throws(TypeError::class, eval('declare(strict_types=1); return fn () => new RedisMutexLock($config);'));
    $subject = 'RedisMutexLock::__construct(): Argument #1 ($config) must be of type array|string|null';
    Check::same("$subject, $type given", $error->getMessage(), "$type as the configuration");
}
$cases = [
    [['host' => new stdClass()], '"host" must be a string, object given'],
    [['host' => STDIN], '"host" must be a string, resource given'],
    [['host' => ['a']], '"host" must be one host, array given; for several servers use "cluster", "sentinel" or "servers", '
        . 'or a URL with redis+cluster://, redis+sentinel:// or redis+quorum://'],
    [['host' => true], '"host" must be a string, true given'],
    [['port' => 'http'], '"port" must be a whole number between 1 and 65535, "http" given'],
    [['port' => 65536], '"port" must be between 1 and 65535, 65536 given'],
    [['port' => 6379.5], '"port" must be a whole number between 1 and 65535, 6379.5 given'],
    [['database' => -1], '"database" must be between 0 and 2147483647, -1 given'],
    [['database' => 'x'], '"database" must be a whole number'],
    [['database' => null, 'db' => 1, 'select' => 2], 'gives "db" and "select" different values'],
    [['password' => new stdClass()], '"password" must be a string, object given'],
    [['lease' => 0], '"lease" must be between 0.01 and 31536000 seconds, 0 given'],
    [['lease' => NAN], '"lease" must be a number between 0.01 and 31536000 seconds, NAN given'],
    [['lease' => [1]], '"lease" must be a number between 0.01 and 31536000 seconds, array given'],
    [['max_hold' => -1], '"max_hold" must be 0 (no cap) or between 0.01 and 31536000 seconds, -1 given'],
    [['command_timeout' => INF], '"command_timeout" must be a number between 0.001 and 3600 seconds, INF given'],
    [['retry_for' => -0.001], '"retry_for" must be between 0 and 31536000 seconds, -0.001 given'],
    [['retry_for' => 31_536_001], '"retry_for" must be between 0 and 31536000 seconds, 31536001 given'],
    [['retry_for' => 'x'], '"retry_for" must be a number between 0 and 31536000 seconds, "x" given'],
    [['retry_for' => INF], '"retry_for" must be a number between 0 and 31536000 seconds, INF given'],
    [['retry_for' => false], '"retry_for" must be a number between 0 and 31536000 seconds, false given'],
    ['redis://h?retry_for=-1', '"retry_for" must be between 0 and 31536000 seconds, "-1" given'],
    [['url' => 'redis://h?retry_for=x'], '"retry_for" in "url" must be a number between 0 and 31536000 seconds, "x" given'],
    [['fencing' => 'perhaps'], '"fencing" must be true or false, "perhaps" given'],
    [['auto_release' => 2], '"auto_release" must be true or false, 2 given'],
    [['lock_prefix' => ['a']], '"lock_prefix" must be a string, array given'],
    [['url' => ['redis://h']], '"url" must be one URL, array given; for several servers use "cluster", "sentinel" or "servers", '
        . 'or a URL with redis+cluster://, redis+sentinel:// or redis+quorum://'],
    [['url' => new stdClass()], '"url" must be a string'],
    [['path' => 'redis.sock'], '"path" must be the absolute path of a Unix socket'],
    [['cluster' => true], '"cluster" must be a list of nodes, such as [\'10.0.0.1:7000\', \'10.0.0.2:7000\'], true given'],
    [['cluster' => new stdClass()], '"cluster" must be a list of nodes, such as [\'10.0.0.1:7000\', \'10.0.0.2:7000\'], object given'],
    [['cluster' => [1]], 'node 1 of "cluster" must be host:port, [IPv6]:port, a URL, or an array with "host" and "port", 1 given'],
    [['cluster' => [['host' => ['a']]]], '"host" in node 1 of "cluster" must be one host, array given'],
    [['sentinel' => ['h:26379']], '"sentinel" must be an array with "service" and "nodes", list given'],
    [['sentinel' => 'h:26379'], '"sentinel" must be an array with "service" and "nodes", string given'],
    [['sentinel' => ['service' => ['m']]], '"service" in "sentinel" must be a string, array given'],
    ['127.0.0.1:6379', 'must be a URL: '],
    ['http://h', ''],
];
foreach ($cases as [$config, $sentence]) {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config), $sentence === '' ? null : $sentence);
    Check::true(str_starts_with($error->getMessage(), 'RedisMutexLock::__construct(): Argument #1 ($config) '), $error->getMessage());
}
// An array that holds itself is not followed forever, and references are resolved.
$loop = ['host' => '127.0.0.1'];
$loop['options'] = &$loop;
new RedisMutexLock($loop);
$redis = RedisServer::shared();
$port = $redis->port;
$lock = new RedisMutexLock(['host' => '127.0.0.1', 'port' => &$port]);
Check::true($lock->lock(Check::unique('reference'), 0, 60), 'a reference');

echo "done\n";
--EXPECT--
done
