--TEST--
In php-fpm each request reads what it owes: no lock is left after 20 requests of each ending, nor after a lost release
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server);
$redis = $server->client();
$name = Check::unique('fpm');
// A stalled answer costs a command's time, for which the next call needs a longer retry_for.
$settings = ['redis_mutex_lock.url' => $proxy->url(await_release: 0), 'redis_mutex_lock.command_timeout' => 2, 'redis_mutex_lock.retry_for' => 6];
$fpm = Fpm::start(2, [], $settings);
$endings = [
    'return' => '',
    'exit' => 'exit(0);',
    'exception' => 'throw new Exception("x");',
    'fatal error' => 'trigger_error("x", E_USER_ERROR);',
    'fastcgi_finish_request' => 'fastcgi_finish_request();',
    'SIGKILL' => 'exec("kill -KILL " . getmypid());',
];
foreach ($endings as $what => $code) {
    $script = $fpm->script('ini_set("display_errors", "0"); $name = "' . $name . '-" . getmypid() . hrtime(true);
        $lock = new RedisMutexLock();
        for ($i = 0; $i < 3; $i++) {
            $lock->lock($name, 0, 600) && $lock->unlock($name) || exit("no");
        }
        echo "yes";
        ' . $code);
    for ($round = 0; $round < 20; $round++) {
        $answer = $fpm->request($script)['body'];
        $what === 'SIGKILL' || Check::same('yes', $answer, "$what, round $round");
    }
    Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 10, "$what: nothing is left");
}
// The last act of a request is a release that is lost: the end of the request makes up for it.
$script = $fpm->script('$name = "' . $name . '-lost";
    $lock = new RedisMutexLock();
    for ($i = 0; $i < 3; $i++) {
        $lock->lock("$name-" . getmypid(), 0, 600) && $lock->unlock("$name-" . getmypid()) || exit("no");
    }
    $lock->isLocked($name);
    $lock->lock($name, 0, 600) || exit("held");
    echo json_encode($lock->unlock($name));');
foreach (['cutBefore', 'cutAfter', 'stall', 'swallow'] as $do) {
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'with' => "lock:$name-lost", 'do' => $do] );
    Check::same('true', $fpm->request($script)['body'], "$do: unlock");
    Check::eventually(fn (): bool => $redis->call('EXISTS', "lock:$name-lost") === 0, 10, "$do: nothing is left");
    $proxy->clear();
}
echo "done\n";
?>
--EXPECT--
done
