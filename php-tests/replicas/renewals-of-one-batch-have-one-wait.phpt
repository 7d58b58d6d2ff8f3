--TEST--
Three hundred leases are renewed with one WAIT a batch, also after the server forgot the script
--FILE--
<?php
$pair = new Replication();
$proxy = Proxy::to($pair->master);
$lock = new RedisMutexLock($pair->config(['port' => $proxy->port, 'lease' => 12]));
for ($i = 0; $i < 300; $i++) {
    Check::true($lock->lock("a$i", 0, null), 'lock');
}
$renewed = static fn (): int => RedisMutexLock::stats()['renewed'];
foreach ([false, true] as $forgets) {
    if ($forgets) {
        $pair->master->client()->call('SCRIPT', 'FLUSH');
    }
    $from = count($proxy->log());
    $before = $renewed();
    Check::eventually(fn (): bool => $renewed() >= $before + 300, 30, 'each lease is renewed');
    $seen = array_column(array_slice($proxy->log(), $from), 'words');
    $waits = count(array_filter($seen, fn (array $words): bool => ProxyRules::named('WAIT', $words)));
    $calls = count(array_filter($seen, fn (array $words): bool => ProxyRules::named('EVAL*', $words)));
    Check::between(300, 1_000, $calls, 'renewals that were sent');
    Check::between(1, 20, $waits, 'WAITs');
}
Check::same(0, RedisMutexLock::stats()['lost'], 'losses');
Check::same(300, count($lock->held()), 'held');
Check::between(2_000, 12_000, $pair->replicas[0]->client()->call('PTTL', 'lock:a7'), 'milliseconds at the replica');
Check::true($lock->unlockAll(), 'unlockAll');
echo 'done';
?>
--EXPECT--
done
