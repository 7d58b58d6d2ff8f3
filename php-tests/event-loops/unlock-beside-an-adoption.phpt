--TEST--
A name that the main program releases while a fiber adopts it is not held afterwards, and its key is free
--FILE--
<?php
$server = RedisServer::shared();
$client = $server->client();
// Behind the script that adopts, its answer is late. No other script takes its time.
$proxy = Proxy::to($server);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$lock = new RedisMutexLock($proxy->url(command_timeout: 20));
$giver = new RedisMutexLock($server->url());
foreach (['before the adoption' => 'delay', 'behind the adoption' => 'delayReply'] as $when => $how) {
    $name = Check::unique('adopted');
    Check::true($giver->lock($name, 0, 60), 'held');
    $token = $giver->detach($name);
    Check::same(false, $lock->isLocking($name), 'a connection is open');
    $proxy->clear();
    $proxy->rule(['command' => 'EVAL*', 'with' => $token, 'do' => $how, 'ms' => 1500]);
    $adopted = null;
    $fiber = $loop->start(static function () use ($lock, $name, $token, &$adopted): void {
        $adopted = $lock->adopt($name, $token, 60);
    });
    $loop->runUntil(static fn (): bool => $fiber->isSuspended());
    if ($how === 'delayReply') {
        Check::eventually(static fn (): bool => $client->call('GET', "lock:$name") !== $token, 20, 'the adoption was executed');
    }
    // There is no fiber to be suspended here, so this call does not wait for the other one.
    Check::same($how === 'delayReply', $lock->unlock($name), "unlock $when");
    $loop->run();
    Check::same(false, $adopted, "adopt, released $when");
    Check::same([], $lock->held(), "held() after a release $when");
    Check::same(0, $client->call('EXISTS', "lock:$name"), "the key after a release $when");
}
echo "done\n";
?>
--EXPECT--
done
