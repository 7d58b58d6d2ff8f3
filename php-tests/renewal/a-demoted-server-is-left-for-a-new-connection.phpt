--TEST--
A connection that leads to a demoted master is replaced by a new one, and the lease is kept
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$answers = [
    'READONLY' => "-READONLY You can't write against a read only replica.\r\n",
    'MASTERDOWN' => "-MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.\r\n",
];
$renew = Script::sha('renew');
$proxies = $locks = $tokens = [];
foreach ($answers as $what => $answer) {
    // The first connection is PHP's. The second one is that of the renewing thread, and always answers READONLY.
    $rule = ['connection' => 2, 'with' => $renew, 'do' => 'answer', 'bytes' => $answer];
    $proxies[$what] = Proxy::to($server, $rule);
    $locks[$what] = new RedisMutexLock([...$proxies[$what]->config(), 'lease' => 4]);
    Check::true($locks[$what]->lock($what, expire: null), "$what: lock");
    $tokens[$what] = $redis->call('GET', "lock:$what");
}
foreach ($locks as $what => $lock) {
    $renewals = static fn (): array => array_values(array_filter(
        $proxies[$what]->log(),
        static fn (array $seen): bool => in_array($renew, $seen['words'], true),
    ));
    Check::eventually(fn (): bool => count($renewals()) >= 4, 10, "$what: renewals");
    $seen = array_slice($renewals(), 0, 4);
    Check::same(['answer', 'pass', 'pass', 'pass'], array_column($seen, 'did'), "$what: what became of them");
    Check::same([2, 3, 3, 3], array_column($seen, 'connection'), "$what: their connections");
    Check::same(3, $proxies[$what]->accepted(), "$what: connections in all");
    Check::same($tokens[$what], $redis->call('GET', "lock:$what"), "$what: holder");
    Check::same([true, true], [$lock->isLocking($what), $lock->unlock($what)], "$what: its word");
}
Check::same(0, RedisMutexLock::stats()['lost'], 'lost');
echo 'done';
?>
--EXPECT--
done
