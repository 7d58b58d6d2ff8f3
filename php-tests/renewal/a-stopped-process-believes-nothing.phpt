--TEST--
SIGSTOP past the lease, then SIGCONT, 200 times: the process holds nothing, the new holder keeps its lock, accepted fencing tokens increase
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$config = [...$server->config(), 'fencing' => true];
$next = new RedisMutexLock($config);
// Ten at a time: most of a round is the wait for their leases to end.
$holders = $accepted = [];
for ($i = 0; $i < 10; $i++) {
    // So short a lease may be over when its grant arrives. Then the process asks again.
    $holders[$i] = Holder::waiting(Check::unique('stopped'), ['lease' => 0.15] + $config, timeout: 10);
    $holders[$i]->worker->expect('held');
}
// Locks again until the lease is not over yet.
$anew = 'do {
        try {
            $lock->lock($name, 10, null, 2000);
        } catch (RedisMutexLockUnavailableException) {
        }
    } while (($fence = $lock->fence($name)) === null);
    return $fence;';
$lies = 'return [$lock->remaining($name), $lock->fence($name), $lock->isLocking($name), $lock->held(), $lock->unlock($name)];';
for ($round = 0; $round < 20; $round++) {
    foreach ($holders as $holder) {
        // The process is stopped at any point of the thread's work.
        usleep($round * 250);
        $holder->worker->signal(SIGSTOP);
    }
    $tokens = [];
    foreach ($holders as $i => $holder) {
        Check::true($next->lock($holder->name, timeout: 10, expire: 60, sleep: 2000), "round $round: the new holder");
        $tokens[$i] = $next->token($holder->name);
        $accepted[$i][] = $next->fence($holder->name);
    }
    foreach ($holders as $holder) {
        // When the process resumes, the question is waiting for it, and the thread still has a renewal to send.
        $holder->begin($lies);
        $holder->worker->signal(SIGCONT);
    }
    foreach ($holders as $i => $holder) {
        $name = $holder->name;
        Check::same([null, null, false, [], false], $holder->answer(), "round $round: what it believes");
        Check::same($tokens[$i], $redis->call('GET', "lock:$name"), "round $round: whose it is");
        Check::between(30_000, 60_000, $redis->call('PTTL', "lock:$name"), "round $round: its lifetime");
        Check::same([true, true], [$next->isLocking($name), $next->unlock($name)], "round $round: its word");
        // The process locks again: it gets a new lock with a new token.
        $holder->begin($anew);
    }
    foreach ($holders as $i => $holder) {
        $fence = $holder->answer();
        Check::true(is_int($fence), "round $round: locked anew");
        $accepted[$i][] = $fence;
    }
}
foreach ($holders as $i => $holder) {
    $sorted = $accepted[$i];
    sort($sorted);
    Check::same(array_values(array_unique($sorted)), $accepted[$i], 'fences in the order of the writes');
    Check::same(40, count($accepted[$i]), 'writes');
    $holder->finish();
    $redis->call('DEL', "lock:$holder->name:fence:{lock:$holder->name}");
}
echo 'done';
?>
--EXPECT--
done
