--TEST--
A share is granted, lengthened, renewed and adopted only if the replica has that: behind each of these questions stands a WAIT
--FILE--
<?php
$pair = new Replication();
$proxy = Proxy::to($pair->master);
$redis = $pair->master->client();
$replica = $pair->replicas[0]->client();
$config = $pair->config(['port' => $proxy->port, 'lease' => 2]);
[$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
$copy = static fn (string $token): ?int => $replica->call('ZSCORE', 'lock:a', $token) === null ? null
    : (int) $replica->call('ZSCORE', 'lock:a', $token);
$now = static fn (): int => intdiv((int) vsprintf('%d%06d', $redis->call('TIME')), 1000);

Check::true($lock->lockShared('a', 0, 60), 'without a wait');
Check::between($now() + 50_000, $now() + 60_000, $copy($lock->token('a')), 'what the replica has of it');
Check::true($other->lockShared('a', 5, 60, limit: 2), 'with a wait and a limit');
Check::between($now() + 50_000, $now() + 60_000, $copy($other->token('a')), 'what the replica has of the second one');
Check::same(2, $replica->call('ZCARD', 'lock:a'), 'shares at the replica');
Check::true($lock->expire('a', 600), 'expire');
Check::between($now() + 500_000, $now() + 600_000, $copy($lock->token('a')), 'the new lifetime at the replica');
$token = $lock->detach('a');
Check::true($lock->adopt('a', $token, null), 'adopted and renewed');
Check::same(null, $copy($token), 'the old token at the replica');
// What the replica has of it grows with each renewal.
$adopted = $copy($lock->token('a'));
for ($i = 0; $i < 3; $i++) {
    Check::eventually(static fn (): bool => $copy($lock->token('a')) > $adopted, 20, "renewal $i reaches the replica");
    $adopted = $copy($lock->token('a'));
}
Check::true($lock->isLocking('a') && $other->isLocking('a') && $lock->isLocked('a'), 'questions');
Check::true($lock->unlock('a') && $other->unlock('a'), 'unlock');
$pair->synchronise();
Check::same(0, $replica->call('EXISTS', 'lock:a'), 'the key at the replica');

// WAIT stands behind what grants and lengthens, and nowhere else.
$grants = array_map(static fn (string $name): string => Script::sha("shares/$name"), ['acquire', 'adopt', 'expire', 'renew']);
$before = $seen = [];
foreach ($proxy->log() as ['words' => $words, 'connection' => $connection]) {
    $script = array_search($before[$connection][1] ?? '', $grants, true);
    if ($words[0] === 'WAIT') {
        Check::true($script !== false || $before[$connection][0] === 'EVAL', "WAIT stands behind {$before[$connection][0]}");
        Check::same('1', $words[1], 'replicas that WAIT asks for');
        $script === false || $seen[$script] = true;
    } else {
        Check::same(false, $script, 'a question without a WAIT');
    }
    $before[$connection] = $words;
}
ksort($seen);
Check::same([0, 2, 3], array_values(array_diff(array_keys($seen), [1])), 'questions that had a WAIT');
echo 'done';
?>
--EXPECT--
done
