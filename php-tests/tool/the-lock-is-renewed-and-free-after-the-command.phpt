--TEST--
redis-lock run renews the lock over several leases, with the --lease that is given, and releases it when the command ends
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$dir = new TempDir();
file_put_contents($dir->file('config.php'), '<?php return ' . var_export([...$server->config(), 'lease' => 60, 'lock_prefix' => 'tool:'], true) . ';');
$ways = [
    'a URL' => ["--url={$server->url(lease: 60, lock_prefix: 'tool:')}"],
    'a file' => ["--config={$dir->file('config.php')}"],
];
Together::each($ways, function (array $options, string $way) use ($server): void {
    $redis = $server->client();
    $name = Check::unique('renewed');
    $tool = new LockTool(['run', $name, '--lease=3', ...$options, '--', 'sh', '-c', 'echo ready; read -r line; exit 4']);
    $tool->reads("ready\n");
    $token = $redis->call('GET', "tool:$name");
    Check::between(1, 3000, $redis->call('PTTL', "tool:$name"), "$way: the lease of --lease goes before that of the configuration");
    for ($renewals = 0, $last = PHP_INT_MAX; $renewals < 6; $last = $left) {
        usleep(20_000);
        $left = $redis->call('PTTL', "tool:$name");
        Check::between(1, 3000, $left, "$way: it is held after $renewals renewals");
        $renewals += $left > $last ? 1 : 0;
    }
    Check::same($token, $redis->call('GET', "tool:$name"), "$way: one lock for the whole time");
    $tool->types("\n");
    $tool->ends(4, $way);
    Check::same(0, $redis->call('EXISTS', "tool:$name"), "$way: free");
});
// Without an option php.ini says where Redis is, and --lease goes before its lease and that of its URL too.
$name = Check::unique('renewed');
$ini = ['redis_mutex_lock.url' => $server->url(lease: 50), 'redis_mutex_lock.lease' => 60];
$tool = new LockTool(['run', $name, '--lease=20', '--', 'sh', '-c', 'echo ready; read -r line'], ini: $ini);
$tool->reads("ready\n");
Check::between(1, 20_000, $redis->call('PTTL', "lock:$name"), 'php.ini: the lease');
$tool->types("\n");
$tool->ends(0, 'php.ini');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'php.ini: free');
echo 'done';
?>
--EXPECT--
done
