--TEST--
A renewal that the server answers with an error is tried again: loading, read-only, out of memory or without rights, nothing is lost
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$errors = [
    'LOADING Redis is loading the dataset in memory',
    "READONLY You can't write against a read only replica.",
    "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
    'BUSY Redis is busy running a script. You can only call SCRIPT KILL or SHUTDOWN NOSAVE.',
    "OOM command not allowed when used memory > 'maxmemory'.",
    'NOREPLICAS Not enough good replicas to write.',
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    "NOPERM this user has no permissions to run the 'evalsha' command",
    'NOAUTH Authentication required.',
    'CLUSTERDOWN The cluster is down',
    'UNBLOCKED force unblock from blocking operation, instance state changed (master -> replica?)',
    'ERR max number of clients reached',
];
$proxy = Proxy::to($server);
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 4]);
$lost = 0;
$lock->onLost(function () use (&$lost): void { $lost++; });
$tokens = [];
foreach ($errors as $error) {
    $word = strtok($error, ' ');
    // The first scripts for the lock of this name are renewals, all in one pipeline.
    $proxy->rule(['command' => 'EVALSHA', 'with' => "lock:$word", 'times' => 2, 'do' => 'answer', 'bytes' => "-$error\r\n"]);
    Check::true($lock->lock($word, expire: null), "$word: lock");
    $tokens[$word] = $lock->token($word);
}
Check::true($lock->lock('good', expire: null), 'one that is not in trouble');
$tokens['good'] = $lock->token('good');
foreach (array_keys($tokens) as $word) {
    $did = static fn (): array => array_column(array_filter(
        $proxy->log(),
        static fn (array $seen): bool => $seen['words'][0] === 'EVALSHA' && in_array("lock:$word", $seen['words'], true),
    ), 'did');
    $expected = $word === 'good' ? ['pass'] : ['answer', 'answer', 'pass'];
    Check::eventually(fn (): bool => count($did()) >= count($expected), 10, "$word: renewals");
    Check::same($expected, array_slice($did(), 0, count($expected)), "$word: what became of them");
    Check::eventually(fn (): bool => $lock->remaining($word) > 2.8, 5, "$word: renewed");
    Check::same($tokens[$word], $redis->call('GET', "lock:$word"), "$word: holder");
}
Check::same([array_map(strval(...), array_keys($tokens)), 0], [$lock->held(), $lost], 'what is held and lost');
Check::true($lock->unlockAll(), 'its word');
Check::same([], $redis->call('KEYS', 'lock:*'), 'keys');
echo 'done';
?>
--EXPECT--
done
