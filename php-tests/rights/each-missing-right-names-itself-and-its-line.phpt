--TEST--
Without any one of the rights the message of the exception names it, and the command in the message grants it
--FILE--
<?php
$named = Rights::named(Rights::ALL_FEATURES);
$server = RedisServer::start();
$redis = $server->client();
$scripts = implode('', array_map(file_get_contents(...), glob(dirname(__DIR__, 2) . '/src/protocol/mutex/*.lua')));
// Redis 6 and 7.0 do not say which command of a script it was.
$silent = (float) preg_replace('/^.*redis_version:(\d+\.\d+).*$/s', '$1', $redis->call('INFO', 'server')) < 7.2;
foreach ($named as $right) {
    $redis->call('ACL', 'DELUSER', Rights::USER['username']);
    Rights::grant($server, Rights::line(Rights::ALL_FEATURES));
    $redis->call('ACL', 'SETUSER', Rights::USER['username'], "-$right");
    $features = new Features($server, Rights::USER + ['database' => 2, 'command_timeout' => 5]);
    $message = Check::throws(RedisMutexLockUnavailableException::class, $features->inAMoment(...))->getMessage();
    $grants = Rights::advised($message);
    $one = str_contains($message, "; the user lacks the right +$right: redis-cli ACL SETUSER <user> +$right (");
    $all = $silent && str_contains($scripts, "'" . strtoupper($right) . "'")
        && str_contains($message, '; the user lacks one of the rights that the scripts need: ')
        && preg_match("/ \\+$right\\b/", $grants) === 1;
    Check::true($one || $all, "+$right is named in '$message'");
    Check::true(!str_contains($message, Rights::USER['password']), "no password in '$message'");
    Rights::grant($server, $grants);
    $redis->call('FLUSHALL');
    $redis->call('SCRIPT', 'FLUSH');
    $features->inAMoment();
    $redis->call('SCRIPT', 'FLUSH');
}
// Another refusal has nothing to do with a right.
$wrong = new RedisMutexLock(['port' => $server->port, 'password' => 'wrong'] + Rights::USER);
$thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $wrong->lock('a'), 'WRONGPASS');
Check::true(!str_contains($thrown->getMessage(), 'Rights'), $thrown->getMessage());
echo count($named) > 20 ? 'done' : 'too few rights';
?>
--EXPECT--
done
