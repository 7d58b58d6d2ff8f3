--TEST--
An empty list, a free lock and the heading of --watch say the prefix and the server where redis-lock looked, and never a password
--FILE--
<?php
$server = RedisServer::start();
$port = $server->plainPort;
$dir = new TempDir();
file_put_contents($dir->file('array.php'), "<?php return ['host' => '127.0.0.1', 'port' => $port, 'db' => 2, 'lock_prefix' => 'shop:'];");
file_put_contents($dir->file('mixed.php'), "<?php return ['url' => 'redis://127.0.0.1:$port', 'database' => 3, 'lock_prefix' => ''];");
$server->client()->call('ACL', 'SETUSER', 'reader', 'on', '>anything', '~*', '&*', '+@all');
$url = "redis://127.0.0.1:$port";
$ini = ['redis_mutex_lock.url' => "$url/4", 'redis_mutex_lock.lock_prefix' => 'ini:'];
$cases = [
    [["--url=$url/1"], [], "below the prefix \"lock:\" at $url/1"],
    [["--url=redis://reader:anything@127.0.0.1:$port/1?retry_for=0&lock_prefix=a%5C:"], [], "below the prefix \"a\\\\:\" at $url/1"],
    [["--url=tcp://127.0.0.1:$port?database=2&username=reader&password=anything"], [], "below the prefix \"lock:\" at tcp://127.0.0.1:$port, database 2"],
    [["--config={$dir->file('array.php')}"], $ini, "below the prefix \"shop:\" at 127.0.0.1:$port, database 2"],
    [["--config={$dir->file('mixed.php')}"], $ini, "without a prefix at $url, database 3"],
    [[], $ini, "below the prefix \"ini:\" at $url/4 of php.ini"],
];
foreach ($cases as [$options, $settings, $where]) {
    $run = static fn (array $words): LockTool => new LockTool([...$words, ...$options], ini: $settings);
    Check::same("No lock is held $where.\n", $run(['list'])->ends(0, $where), 'all');
    Check::same("No lock fits \"[\\\\\" $where.\n", $run(['list', '[\\'])->ends(0, $where), 'a pattern');
    $free = $run(['release', 'x', '--yes']);
    $free->ends(1, $where);
    Check::true(str_starts_with($free->stderr(), "redis-lock: The lock \"x\" is free $where. "), $free->stderr());
    $watch = $run(['list', '--watch']);
    $watch->reads(" UTC  0 locks, 0 with waiting processes, $where\n");
    $watch->signal(SIGTERM);
    $watch->status();
}
// The prefix that counts is that of the configuration.
$wrong = new LockTool(['release', 'shop:x', '--yes', "--config={$dir->file('array.php')}"]);
$wrong->ends(1, 'a name with its prefix');
Check::true(str_contains($wrong->stderr(), 'The prefix "shop:" is added to each name'), $wrong->stderr());
echo 'done';
?>
--EXPECT--
done
