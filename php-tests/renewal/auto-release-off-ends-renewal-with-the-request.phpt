--TEST--
With auto_release off a renewed lock outlives its process or request by one lease at most, because renewal ends
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
/** The lifetime of the key only falls, until the key is gone. */
$runs_out = static function (string $what) use ($redis): void {
    $left = $redis->call('PTTL', 'lock:a');
    Check::between(1, 2400, $left, "$what: it is not released");
    for ($end = Deadline::in(5); $left !== -2; usleep(2000)) {
        Check::true(!$end->passed(), "$what: gone after one lease");
        $before = $left;
        $left = $redis->call('PTTL', 'lock:a');
        Check::between(-2, $before, $left, "$what: lifetime");
    }
};
// In a global variable: the object dies in the shutdown, when the destructors of PHP code have run.
$code = '$lock = new RedisMutexLock(["url" => "' . $server->url() . '", "lease" => 2.4, "auto_release" => false]);
    $got = $lock->lock("a", 5, null);
    for ($end = hrtime(true) + 5e9; RedisMutexLock::stats()["renewed"] === $renewed && hrtime(true) < $end; usleep(2000));
    $held = $got && RedisMutexLock::stats()["renewed"] > $renewed && $lock->isLocking("a");';

$worker = Worker::run("\$renewed = 0; $code say(\$held ? 'held' : 'not held');");
$worker->expect('held');
$worker->finish();
$runs_out('process');

$fpm = Fpm::start(1);
$locks = $fpm->script("\$renewed = RedisMutexLock::stats()['renewed']; $code echo json_encode([getmypid(), \$held]);");
$stats = $fpm->script('echo json_encode([getmypid(), RedisMutexLock::stats()["renewed"]]);');
$pid = $fpm->children()[0];
foreach ([1, 2] as $round) {
    Check::same("[$pid,true]", $fpm->request($locks)['body'], "request $round");
    // The same worker: it answers when the request before is over.
    $renewed = $fpm->request($stats)['body'];
    $runs_out("request $round");
    Check::same($renewed, $fpm->request($stats)['body'], "request $round: renewals since");
}
echo 'done';
?>
--EXPECT--
done
