--TEST--
No password, no passphrase and no private key is in a message, a trace, var_dump(), phpinfo() or a log, whatever goes wrong with TLS
--FILE--
<?php
$secret = 'S3CR3T' . bin2hex(random_bytes(8));
$suite = Certificates::suite();
$server = RedisServer::start(['requirepass' => $secret, 'tls-auth-clients' => 'optional']);
$key = trim(file_get_contents($suite->client->key));
// A piece of the key that stands nowhere else.
$piece = substr(explode("\n", $key)[1], 10, 20);
$port = $server->tlsPort;
$login = ['password' => $secret];
$encrypted = $suite->encrypted($suite->client, $secret);
$turned = new Certificate($suite->client->key, $suite->client->file);
$configs = [
    'another CA' => $server->tlsConfig(['cafile' => Certificates::make()->ca]) + $login,
    'no such file' => $server->tlsConfig(['cafile' => '/nowhere/at/all.pem']) + $login,
    'wrong password' => ['password' => "x$secret"] + $server->tlsConfig(),
    'URL' => "rediss://nobody:$secret@127.0.0.1:$port/0?cafile=$suite->ca",
    'plain port' => ['port' => $server->plainPort] + $server->tlsConfig() + $login,
    'plain to a TLS port' => ['port' => $port] + $login,
    'a key in place of its file' => $server->tlsConfig(['local_pk' => $key] + $suite->client->context()) + $login,
    'a key in place of the certificate' => $server->tlsConfig(['local_cert' => $key] + $suite->client->context()) + $login,
    'files in each other\'s place' => $server->tlsConfig($turned->context()) + $login,
    'passphrase' => $server->tlsConfig($encrypted->context() + ['passphrase' => $secret]) + $login,
    'passphrase of a plain key' => $server->tlsConfig($suite->client->context() + ['passphrase' => $secret]) + $login,
    'encrypted' => $server->tlsConfig($encrypted->context()) + $login,
    'unknown key' => $server->tlsConfig(['cafiles' => $secret]) + $login,
    'unknown key in the query' => "rediss://:$secret@127.0.0.1:$port/0?cafiles=$secret",
    'wrong type' => $server->tlsConfig(['verify_peer' => [$secret]]) + $login,
    'no boolean' => $server->tlsConfig(['verify_peer_name' => 'maybe']) + $login,
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
    'redis_mutex_lock.url' => "rediss://:$secret@127.0.0.1:1/7?cafile=$suite->ca",
    'redis_mutex_lock.command_timeout' => '0.5',
];
$worker = Worker::run($code, ini: $ini);
$worker->tell(json_encode($configs));
$printed = '';
try {
    while (true) {
        $printed .= $worker->line(30) . "\n";
    }
} catch (Failure) {
}
Check::same(255, $worker->wait(), 'ends with an uncaught exception');
foreach (array_keys($configs) as $what) {
    Check::true(str_contains($printed, "\nfailed: $what\n"), "'$what' fails");
}
$words = [PHP_BINARY, ...Extension::arguments($ini), '--ri', 'redis_mutex_lock'];
$ri = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $words)));
$all = ['printed' => $printed, 'stderr' => $worker->stderr(), 'error_log' => $dir->read('error.log'), '--ri' => $ri];
// Each of them shows its normal content: an empty output would prove nothing.
$normal = ['printed' => 'SensitiveParameterValue', 'stderr' => 'Uncaught', 'error_log' => 'cannot be reached'];
foreach ($normal + ['--ri' => '127.0.0.1:1'] as $where => $word) {
    Check::true(str_contains($all[$where], $word), "$where shows '$word'");
}
foreach ($all as $where => $text) {
    foreach (['S3CR3T', $piece] as $hidden) {
        $at = strpos($text, $hidden);
        Check::same(false, $at, "$where: " . substr($text, max(0, (int) $at - 200), 300));
    }
}
echo 'done';
?>
--EXPECT--
done
