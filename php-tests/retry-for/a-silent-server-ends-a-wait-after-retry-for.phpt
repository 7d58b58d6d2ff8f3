--TEST--
A wait for a server that accepts connections and is silent ends after retry_for
--FILE--
<?php
$server = RedisServer::start();
$proxy = Proxy::to($server);
$config = ['url' => $proxy->url(), 'retry_for' => 1, 'command_timeout' => 0.3];
$stopped = [fn () => $server->pause(), fn () => $server->resume()];
$swallow = static function () use ($proxy): void {
    $proxy->rule(['command' => 'SET', 'do' => 'swallow']);
    $proxy->rule(['command' => 'EVAL*', 'do' => 'swallow']);
};
$swallowed = [$swallow, $proxy->clear(...)];
foreach (['stopped' => $stopped, 'swallowed' => $swallowed] as $how => [$break, $mend]) {
    foreach ([null, 60] as $timeout) {
        $what = "$how, timeout " . json_encode($timeout);
        $lock = new RedisMutexLock($config);
        // The connection is open before the trouble.
        $lock->isLocked('a');
        $before = $proxy->accepted();
        $break();
        $began = hrtime(true);
        $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', $timeout, 60));
        Check::between(1, 20, (hrtime(true) - $began) / 1e9, "$what: seconds");
        Check::same(1, preg_match('/; tried for \d+\.\d s \(retry_for is 1 s\)$/', $thrown->getMessage()), $thrown->getMessage());
        // Each question without an answer costs its connection. Not one of them lasts for less than 0.3 s, but the last.
        Check::between(0, 4, $proxy->accepted() - $before, "$what: new connections");
        $mend();
        // The next call releases what the lost questions may have locked.
        Check::eventually(fn (): bool => $lock->lock('a', 0, 60), 10, "$what: the next lock");
        Check::true($lock->unlock('a'), "$what: unlock");
        Check::same(0, $server->client()->call('EXISTS', 'lock:a'), "$what: keys left");
    }
}
echo "done\n";
?>
--EXPECT--
done
