--TEST--
A renewal is repeated on a new connection after its request or reply was cut, reset, swallowed or garbled
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$faults = [
    'cutBefore' => [], 'cutAfter' => [], 'reset' => [], 'resetAfter' => [], 'stall' => [], 'swallow' => [],
    'halfReply' => ['bytes' => 1], 'garbage' => ['bytes' => "?\r\n"], 'ghost' => ['ms' => 300],
];
$locks = $proxies = $tokens = [];
foreach ($faults as $what => $more) {
    $proxies[$what] = Proxy::to($server, ['with' => Script::sha('renew'), 'times' => 2, 'do' => $what] + $more);
    $locks[$what] = new RedisMutexLock([...$proxies[$what]->config(), 'lease' => 5, 'command_timeout' => 0.5]);
}
foreach ($locks as $what => $lock) {
    Check::true($lock->lock($what, expire: null), "$what: lock");
    $tokens[$what] = $redis->call('GET', "lock:$what");
}
foreach ($locks as $what => $lock) {
    $did = static fn (): array => array_column(array_filter(
        $proxies[$what]->log(),
        static fn (array $seen): bool => in_array(Script::sha('renew'), $seen['words'], true),
    ), 'did');
    // Two renewals failed, the third one succeeded.
    Check::eventually(fn (): bool => count($did()) >= 3, 10, "$what: renewals");
    Check::same([$what, $what, 'pass'], array_slice($did(), 0, 3), "$what: what became of them");
    Check::eventually(fn (): bool => $lock->remaining($what) > 2, 5, "$what: renewed");
    Check::same($tokens[$what], $redis->call('GET', "lock:$what"), "$what: holder");
    Check::same([true, true], [$lock->isLocking($what), $lock->unlock($what)], "$what: its word");
}
Check::same([], $redis->call('KEYS', 'lock:*'), 'keys');
echo 'done';
?>
--EXPECT--
done
