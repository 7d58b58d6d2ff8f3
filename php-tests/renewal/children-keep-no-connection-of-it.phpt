--TEST--
Neither a forked child nor a started program keeps the renewing connection open when its parent is killed
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$ways = [
    'a forked child' => '$pid = pcntl_fork();
        if ($pid === 0) {
            sleep(30);
            exit(0);
        }',
    'a program' => '$process = proc_open(["sleep", "30"], [], $pipes);
        $pid = proc_get_status($process)["pid"];',
];
foreach ($ways as $how => $code) {
    $proxy = Proxy::to($server);
    $name = Check::unique('open');
    $worker = Worker::run('[, $url, $name] = $argv;
        $lock = new RedisMutexLock(["url" => $url, "lease" => 1.8]);
        Tests\Check::true($lock->lock($name, expire: null), "lock");
        Tests\Check::eventually(fn () => RedisMutexLock::stats()["renewed"] >= 2, 10, "renewals");
        ' . $code . '
        say((string) $pid);
        hear();', [$proxy->url(), $name]);
    $child = (int) $worker->line();
    Check::eventually(fn (): bool => $proxy->open() === 2, 5, "$how: one connection of PHP, one of the thread");
    $worker->kill();
    Check::eventually(fn (): bool => $proxy->open() === 0, 5, "$how: connections after the end of the parent");
    Check::true(is_dir("/proc/$child"), "$how: it lives");
    exec("kill -KILL $child");
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 5, "$how: free after one lease");
}
echo 'done';
?>
--EXPECT--
done
