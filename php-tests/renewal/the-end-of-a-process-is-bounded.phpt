--TEST--
A process ends within half a second and one deadline, though a renewal is in flight to a silent server
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$seconds = static function (Holder $holder): float {
    $began = hrtime(true);
    $holder->worker->tell('end');
    Check::same(0, $holder->worker->wait(), 'exit status');
    Check::same('', $holder->worker->stderr(), 'stderr');

    return (hrtime(true) - $began) / 1e9;
};
// The connection of the renewing thread is stuck, that of PHP is not: the lock is free at the end.
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'stall']);
$holder = Holder::of('a', [...$proxy->config(), 'lease' => 2.5]);
Check::eventually(fn (): bool => in_array('stall', array_column($proxy->log(), 'did'), true), 10, 'a renewal is in flight');
// Half a second, one deadline of a second, and the rest for a slow machine.
Check::between(0, 3.5, $seconds($holder), 'seconds with a renewal in flight');
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'free after that');

foreach (['pause' => 'resume', 'stop' => 'restart'] as $away => $back) {
    $holder = Holder::of('b', [...$server->config(), 'lease' => 2.5]);
    $server->$away();
    Check::eventually(fn (): bool => $holder->ask('$lock->remaining($name)') < 1.5, 5, "$away: a renewal is overdue");
    Check::between(0, 3.5, $seconds($holder), "$away: seconds");
    $server->$back();
}
echo 'done';
?>
--EXPECT--
done
