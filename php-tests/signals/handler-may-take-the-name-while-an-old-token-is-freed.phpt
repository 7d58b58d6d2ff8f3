--TEST--
A handler that takes the very name, while lock() is still trying to free an old token of it, keeps what it took
--FILE--
<?php
$proxy = Proxy::to(RedisServer::shared());
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5, 'retry_for' => 60]);
$name = Check::unique('taken');
Check::true($lock->lock($name, 0, 1), 'a lock that runs out');
Check::eventually(fn (): bool => $lock->remaining($name) === null, 5, 'it ran out');
$proxy->down();

pcntl_async_signals(true);
$inside = null;
pcntl_signal(SIGALRM, function () use ($lock, $proxy, $name, &$inside): void {
    $proxy->up();
    $inside = $lock->lock($name, 0, 20);
});
pcntl_alarm(1);
// The server is away, so this call sleeps between its attempts to free the old token.
Check::same(false, $lock->lock($name, 10, 20), 'the outer call: this object holds it by now');
Check::same(true, $inside, 'the inner call');
Check::same([$name], $lock->held(), 'held');
Check::true($lock->unlock($name), 'unlock');
Check::same(false, $lock->isLocked($name), 'nothing left');
echo "done\n";
?>
--EXPECT--
done
