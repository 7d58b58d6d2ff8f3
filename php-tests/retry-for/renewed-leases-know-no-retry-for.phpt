--TEST--
A renewed lease outlives an outage that is longer than retry_for and shorter than the lease, with retry_for 0 too
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$holders = [];
foreach ([0, 0.1] as $i => $retry_for) {
    $config = ['url' => $proxy->url(), 'lease' => 12, 'retry_for' => $retry_for];
    $holders["retry_for $retry_for"] = $holder = Holder::of("a$i", $config);
    $holder->ask('$lock->onLost(fn () => say("lost"))');
}
// The renewals come after a third of the lease.
$left = fn (int $i): int => $redis->call('PTTL', "lock:a$i");
$before = $proxy->accepted();
$proxy->rule(['do' => 'refuse']);
$proxy->drop();
// Each holder tries to renew, and tries again.
Check::eventually(fn (): bool => $proxy->accepted() >= $before + 12, 11, 'attempts of two holders');
$proxy->clear();
foreach ([0, 1] as $i) {
    Check::eventually(fn (): bool => $left($i) > 9000, 10, "a$i: renewed");
}
foreach ($holders as $what => $holder) {
    Check::same([true, true], $holder->ask('[$lock->isLocking($name), $lock->unlock($name)]'), $what);
    $holder->finish();
}
echo "done\n";
?>
--EXPECT--
done
