--TEST--
CAs come from a folder (capath) too, and without cafile and capath from the system
--FILE--
<?php
$suite = Certificates::suite();
$server = RedisServer::start();
$pair = static function (array $context) use ($server): void {
    $lock = new RedisMutexLock(['context' => $context] + $server->tlsConfig());
    Check::true($lock->lock('a') && $lock->unlock('a'), 'a pair with ' . json_encode($context));
};
$folder = $suite->hashed();
$pair(['capath' => $folder]);
$pair(['capath' => $folder, 'cafile' => Certificates::make()->ca]);
$pair(['capath' => $folder, 'cafile' => $suite->ca]);
$empty = dirname($suite->file('folder-without-certificates/x', ''));
Refusal::of(['context' => ['capath' => $empty]] + $server->tlsConfig(), $empty);

// OpenSSL's own variables lead PHP's streams to other certificates of the system too.
$code = <<<'PHP'
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    try {
        say(var_export($lock->lock('a') && $lock->unlock('a'), true));
    } catch (RedisMutexLockUnavailableException $e) {
        say($e->getMessage());
    }
    PHP;
$config = json_encode(['context' => []] + $server->tlsConfig());
foreach ([['SSL_CERT_FILE' => $suite->ca], ['SSL_CERT_DIR' => $folder]] as $env) {
    $worker = Worker::run($code, [$config], $env);
    $worker->expect('true');
    $worker->finish();
}
echo 'done';
?>
--EXPECT--
done
