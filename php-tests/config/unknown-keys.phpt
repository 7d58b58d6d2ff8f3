--TEST--
An unknown key of an array or a URL is a ValueError that names it and the nearest known one
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;

$cases = [
    [['lockprefix' => 'x'], 'has the unknown key "lockprefix" (did you mean "lock_prefix"?)'],
    [['hots' => 'x'], 'has the unknown key "hots" (did you mean "host"?)'],
    [['Password' => 'x'], 'has the unknown key "Password" (did you mean "password"?)'],
    [['user' => 'x'], 'has the unknown key "user" (did you mean "username"?)'],
    [['leese' => 1], 'has the unknown key "leese" (did you mean "lease"?)'],
    [['auto-release' => 1], 'has the unknown key "auto-release" (did you mean "auto_release"?)'],
    [['zzzzz' => null], 'has the unknown key "zzzzz"'],
    [['127.0.0.1'], 'has the unknown key "0"'],
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
