--TEST--
In a Cluster two nodes that name each other are asked six times together: at most five redirects, and then an exception
--FILE--
<?php
$server = RedisServer::start(['cluster-enabled' => 'yes']);
foreach (['MOVED', 'ASK'] as $code) {
    [$one, $two] = [Proxy::to($server), Proxy::to($server)];
    foreach ([[$one, $two], [$two, $one]] as [$from, $to]) {
        $from->rule(['command' => 'ASKING', 'do' => 'answer', 'bytes' => "+OK\r\n"]);
        foreach (['SET', 'EVAL*'] as $command) {
            $from->rule(['command' => $command, 'do' => 'answer', 'bytes' => "-$code 5 127.0.0.1:$to->port\r\n"]);
        }
    }
    $lock = new RedisMutexLock(['cluster' => ["127.0.0.1:$one->port"], 'command_timeout' => 20] + array_diff_key($one->config(), ['port' => 0]));
    $began = hrtime(true);
    $message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
    Check::between(0, 10, (hrtime(true) - $began) / 1e9, "$code: seconds");
    Check::true(str_contains($message, $code), "$code: $message");
    Check::same([3, 3], [$one->count('SET'), $two->count('SET')], "$code: sent");
    // Before each of them that follows an ASK.
    Check::same($code === 'ASK' ? [2, 3] : [0, 0], [$one->count('ASKING'), $two->count('ASKING')], "$code: ASKING");
}
echo 'done';
?>
--EXPECT--
done
