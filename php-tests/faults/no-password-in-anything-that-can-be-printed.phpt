--TEST--
The password is in no message, trace, dump, cast, phpinfo, --ri or error log, after any failure
--FILE--
<?php
$secret = 'S3CR3T' . bin2hex(random_bytes(8));
$server = RedisServer::start(['requirepass' => $secret]);
$other = RedisServer::start();
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'stall'], ['command' => 'EVAL*', 'do' => 'garbage', 'bytes' => "oops\r\n"]);
$silent = stream_socket_server('tcp://127.0.0.1:0');
$configs = [
    'refused' => ['port' => 1, 'password' => $secret],
    'refused, URL' => "redis://user:$secret@127.0.0.1:1/0",
    'wrong password' => Pass::url($server->port, password: "x$secret"),
    'unknown user' => [...$server->config(), 'username' => 'nobody', 'auth' => $secret],
    'password not wanted' => [...$other->config(), 'password' => $secret],
    'wrong database' => Pass::url($server->port, 99, $secret),
    'silent' => [...Pass::config(Port::of($silent)), 'password' => $secret],
    'stalled' => [...$proxy->config(), 'password' => $secret],
    'Unix socket absent' => "unix:///nowhere/at/all?password=$secret",
    'no such host' => ['host' => '256.256.256.256', 'password' => $secret],
    'malformed URL' => "redis://user:$secret@127.0.0.1:port/0",
    'unknown key' => ['passwort' => $secret],
    'unknown key in the query' => "redis://127.0.0.1:1?passwort=$secret",
    'URL as host' => ['host' => "redis://:$secret@127.0.0.1"],
    'refused, TLS' => "rediss://:$secret@127.0.0.1:1",
    'refused, Cluster' => "redis+cluster://user:$secret@127.0.0.1:1,[::1]:1",
    'refused, Sentinel' => "redis+sentinel://user:$secret@127.0.0.1:1?service=m&sentinel_password=$secret",
    'refused, quorum' => "redis+quorum://user:$secret@127.0.0.1:1,127.0.0.1:2,127.0.0.1:3",
    'refused, URLs with commas' => "redis://user:$secret@127.0.0.1:1,redis://:$secret@127.0.0.1:2,unix:///nowhere?auth=$secret",
    'even quorum' => ['servers' => "redis://user:$secret@127.0.0.1:1,redis://:$secret@127.0.0.1:2"],
    'unknown key in a server' => ['servers' => ['a', ['host' => 'h', 'passwort' => $secret], 'c']],
    'malformed list of hosts' => "redis+cluster://user:$secret@127.0.0.1:1,127.0.0.1:port",
    'unknown key in a node' => ['cluster' => [['host' => 'h', 'passwort' => $secret]]],
    'node with a login and no scheme' => ['cluster' => ["user:$secret@127.0.0.1:1"]],
    'wrong type' => ['password' => [$secret]],
];
$code = <<<'PHP'
    foreach (json_decode(hear(), true) as $what => $config) {
        $lock = null;
        $outcome = 'did not fail';
        try {
            $lock = new RedisMutexLock($config);
            $lock->lock('a', 0, 5);
        } catch (Throwable $e) {
            $outcome = 'failed';
            error_log((string) $e);
            echo $e, $e->getMessage(), $e->getTraceAsString(), print_r($e->getTrace(), true), print_r($e, true), "\n";
            var_dump($e);
        }
        if ($lock !== null) {
            var_dump($lock, (array) $lock, get_mangled_object_vars($lock));
            var_export($lock);
            echo print_r($lock, true), json_encode($lock), new ReflectionObject($lock);
            try { serialize($lock); } catch (Throwable $e) { echo $e; }
        }
        echo "\n$outcome: $what\n";
    }
    phpinfo(INFO_ALL & ~INFO_VARIABLES & ~INFO_ENVIRONMENT);
    @(new RedisMutexLock())->lock('a');
    PHP;
$dir = new TempDir();
$ini = [
    'zend.exception_ignore_args' => 0,
    'zend.exception_string_param_max_len' => 1000,
    'log_errors' => 1,
    'error_log' => $dir->file('error.log'),
    'redis_mutex_lock.url' => "redis://:$secret@127.0.0.1:1/7",
    'redis_mutex_lock.command_timeout' => '0.1',
];
$worker = Worker::run($code, ini: $ini);
$worker->tell(json_encode($configs));
$printed = '';
try {
    while (true) {
        $printed .= $worker->line(30) . "\n";
    }
} catch (Tests\Failure) {
}
Check::same(255, $worker->wait(), 'ends with an uncaught exception');
foreach (array_keys($configs) as $what) {
    Check::true(str_contains($printed, "\nfailed: $what\n"), "'$what' fails");
}
$ri = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, ...Extension::arguments($ini), '--ri', 'redis_mutex_lock'])));
$all = ['printed' => $printed, 'stderr' => $worker->stderr(), 'error_log' => $dir->read('error.log'), '--ri' => $ri];
// Each of them shows its normal content: an empty output would prove nothing.
foreach (['printed' => 'SensitiveParameterValue', 'stderr' => 'Uncaught', 'error_log' => 'cannot be reached', '--ri' => '127.0.0.1:1'] as $where => $word) {
    Check::true(str_contains($all[$where], $word), "$where shows '$word'");
}
foreach ($all as $where => $text) {
    $at = strpos($text, 'S3CR3T');
    Check::same(false, $at, "$where: " . substr($text, max(0, (int) $at - 200), 300));
}
echo "done\n";
?>
--EXPECT--
done
