--TEST--
With retry_for 0 a lock whose reply was lost is released by the next lock of the name, by unlockAll, or at the end
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$ways = [
    'the next lock' => 'say($lock->lock($name, 0, 60) && $lock->owner($name) === $lock->token($name) ? "mine" : "refused");
        hear(); $lock->unlock($name);',
    'unlockAll' => '$lock->unlockAll(); say("done"); hear();',
    'unset' => 'unset($lock); say("done"); hear();',
    'the end of the process' => 'say("done"); hear();',
];
foreach ([false, true] as $fencing) {
    foreach ($ways as $way => $code) {
        $what = $way . ($fencing ? ', fencing' : '');
        $name = Check::unique('a');
        $key = "lock:$name";
        $question = $fencing ? 'EVAL*' : 'SET';
        $proxy = Proxy::to($server, ['command' => $question, 'with' => $key, 'times' => 1, 'do' => 'cutAfter']);
        if ($fencing) {
            // The server knows the script, so the first question is the whole question.
            @(new RedisMutexLock(['url' => $server->url(), 'fencing' => true]))->lock("$name-warm");
        }
        $worker = Worker::run('
            [, $url, $name, $fencing] = $argv;
            $lock = new RedisMutexLock(["url" => $url, "retry_for" => 0, "fencing" => $fencing === "1"]);
            try {
                $lock->lock($name, 30, 600);
                say("granted");
            } catch (RedisMutexLockUnavailableException) {
                say("thrown");
            }
            hear();
            ' . $code, [$proxy->url(), $name, $fencing ? '1' : '']);
        $worker->expect('thrown');
        Check::eventually(fn (): bool => $redis->call('EXISTS', $key) === 1, 5, "$what: the server has the lock");
        $token = $redis->call('GET', $key);
        $worker->tell('go on');
        $worker->expect($way === 'the next lock' ? 'mine' : 'done');
        if ($way !== 'the end of the process') {
            Check::true($redis->call('GET', $key) !== $token, "$what: the old token is released");
        }
        $worker->tell('end');
        $worker->finish();
        Check::same(0, $redis->call('EXISTS', $key), "$what: the key");
    }
}
echo "done\n";
?>
--EXPECT--
done
