--TEST--
An unknown key of an array or a URL is a ValueError that names it and the nearest key that has an effect
--FILE--
<?php
$cases = [
    [['lockprefix' => 'x'], 'has the unknown key "lockprefix" (did you mean "lock_prefix"?)'],
    [['hots' => 'x'], 'has the unknown key "hots" (did you mean "host"?)'],
    [['Password' => 'x'], 'has the unknown key "Password" (did you mean "password"?)'],
    [['user' => 'x'], 'has the unknown key "user" (did you mean "username"?)'],
    [['leese' => 1], 'has the unknown key "leese" (did you mean "lease"?)'],
    [['auto-release' => 1], 'has the unknown key "auto-release" (did you mean "auto_release"?)'],
    [['zzzzz' => null], 'has the unknown key "zzzzz"'],
    // By its letters each of these is near an ignored key, or near a wrong one.
    [['prefx' => 'x'], 'has the unknown key "prefx" (did you mean "lock_prefix"?)'],
    [['connect_timeout' => 1], 'has the unknown key "connect_timeout" (did you mean "timeout"?)'],
    [['expires' => 1], 'has the unknown key "expires" (did you mean "lease"?)'],
    [['ttl' => 1], 'has the unknown key "ttl" (did you mean "lease"?)'],
    [['unix_socket' => '/s'], 'has the unknown key "unix_socket" (did you mean "path"?)'],
    [['pass' => 'x'], 'has the unknown key "pass" (did you mean "password"?)'],
    ['redis://h?prefx=x', 'has the unknown key "prefx" in its query (did you mean "lock_prefix"?)'],
    // What is ignored helps nobody.
    [['serialiser' => 1], 'has the unknown key "serialiser"'],
    [['persistant' => 1], 'has the unknown key "persistant"'],
    [['sentinal' => 1], 'has the unknown key "sentinal" (did you mean "sentinel"?)'],
    [['master_name' => 'm'], 'has the unknown key "master_name" (did you mean "sentinel"?)'],
    [['sentinel' => ['master' => 'm']], '"sentinel" has the unknown key "master" (did you mean "service"?)'],
    [['sentinel' => ['hosts' => []]], '"sentinel" has the unknown key "hosts" (did you mean "nodes"?)'],
    [['cluster' => ['nodes' => ['h']]], '"cluster" has the unknown key "nodes" (did you mean "seeds"?)'],
    [['cluster' => ['default' => ['h']]], '"cluster" has the unknown key "default"; it is a list of nodes'],
    [['cluster' => ['g', ['hots' => 'h']]], 'node 2 of "cluster" has the unknown key "hots" (did you mean "host"?)'],
    ['redis://h?databse=1', 'has the unknown key "databse" in its query (did you mean "database"?)'],
    ['unix:///s?user=u', 'has the unknown key "user" in its query (did you mean "username"?)'],
    [['url' => 'redis://h?fencng=1'], '"url" has the unknown key "fencng" in its query (did you mean "fencing"?)'],
    // The whole configuration of a framework instead of one of its connections.
    [['default' => ['host' => 'h'], 'options' => []], 'has the unknown key "default"'],
];
foreach ($cases as [$config, $sentence]) {
    $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
    Check::same('RedisMutexLock::__construct(): Argument #1 ($config) ' . $sentence, $error->getMessage(), 'the message');
}
// Even then the message shows no value of the array.
$error = Check::throws(ValueError::class, fn () => new RedisMutexLock(['pasword' => 'hunter2']), '"password"');
Check::same(false, str_contains((string) $error, 'hunter2'), 'the password is in no message and no trace');

echo "done\n";
--EXPECT--
done
