--TEST--
A password that is written wrongly in a URL is refused with the right way to write it, and is not shown
--FILE--
<?php
$lone = 'has a user and no password; a password is written with a colon before it: redis://:password@host';
$codes = 'in a password, "#" is written %23, "/" is written %2F and "?" is written %3F';
$cases = [
    'redis://hunter2@127.0.0.1' => $lone,
    'redis://hunter2@127.0.0.1:6379/0?lease=5' => $lone,
    'redis://:hunter2#QZ@127.0.0.1' => "has \"#\" in its password; $codes",
    'redis://user:hunter2/QZ@127.0.0.1:6379/0' => "has \"/\" in its password; $codes",
    'redis://user:hunter2?QZ@127.0.0.1' => "has \"?\" in its password; $codes",
    // What is before the delimiter may be a port.
    'redis://user:12#hunter2@127.0.0.1' => "must not contain \"#\"; $codes",
    'redis://user:12/hunter2@127.0.0.1' => "must have a database number as its path, or none; $codes",
];
foreach ($cases as $url => $sentence) {
    foreach ([$url, ['url' => $url], ['url' => $url, 'password' => '']] as $config) {
        $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config));
        $subject = 'RedisMutexLock::__construct(): Argument #1 ($config) ' . (is_array($config) ? '"url" ' : '');
        Check::true(str_starts_with($error->getMessage(), $subject . $sentence), "$url: {$error->getMessage()}");
        Check::true(!preg_match('/hunter2|QZ/', $error->getMessage()), "$url: the password in: {$error->getMessage()}");
    }
}

// The advice works.
$server = RedisServer::start(['requirepass' => 'a#b/c?d', 'user' => ['alice on >a#b/c?d ~* +@all']]);
foreach (["redis://:a%23b%2Fc%3Fd@127.0.0.1:$server->port", "redis://alice:a%23b%2Fc%3Fd@127.0.0.1:$server->port"] as $url) {
    $lock = new RedisMutexLock($url);
    Check::true($lock->lock('a') && $lock->unlock('a'), 'the encoded password');
}
// The user may be in the URL, and its password in the array.
$lock = new RedisMutexLock(['url' => "redis://alice@127.0.0.1:$server->port", 'password' => 'a#b/c?d']);
Check::true($lock->lock('a') && $lock->unlock('a'), 'the password of the array');
echo "done\n";
?>
--EXPECT--
done
