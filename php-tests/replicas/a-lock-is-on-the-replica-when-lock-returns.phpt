--TEST--
When a method has granted or lengthened a lock, the replica has it; WAIT goes in the same pipeline and nowhere else
--FILE--
<?php
$pair = new Replication();
$proxy = Proxy::to($pair->master);
$redis = $pair->master->client();
$lock = new RedisMutexLock($pair->config(['port' => $proxy->port]));
$fencing = new RedisMutexLock($pair->config(['port' => $proxy->port, 'fencing' => true]));
$lasts = static fn (string $name): int => $pair->replicas[0]->client()->call('PTTL', "lock:$name");

$moved = Stats::moved(function () use ($lock, $pair): void {
    for ($i = 0; $i < 50; $i++) {
        Check::true($lock->lock("a$i", 0, 60), 'lock');
        Check::same($lock->token("a$i"), $pair->copy("lock:a$i"), 'what the replica has');
    }
});
Check::same(50, $moved['acquired'], 'acquired');
Check::true($lock->expire('a0', 600), 'expire');
Check::between(500_000, 600_000, $lasts('a0'), 'milliseconds at the replica');
$token = $lock->detach('a0');
Check::true($fencing->adopt('a0', $token, 6_000), 'adopt');
Check::same($fencing->token('a0'), $pair->copy('lock:a0'), 'the adopted token');
Check::true($fencing->lock('fenced'), 'lock with a fencing token');
Check::same($fencing->token('fenced'), $pair->copy('lock:fenced'), 'with a fencing token');

// What grants and lengthens nothing has no WAIT behind it.
Check::same([true, true], [$lock->isLocking('a1'), $lock->isLocked('a1')], 'questions');
Check::true($lock->unlockAll() && $fencing->unlockAll(), 'unlockAll');
$grants = [...array_map(Script::sha(...), ['acquire', 'adopt', 'expire', 'renew'])];
$before = null;
$waits = 0;
foreach ($proxy->log() as ['words' => $words]) {
    if ($words[0] === 'WAIT') {
        $waits++;
        Check::true($before[0] === 'SET' || array_intersect($grants, $before) !== []
            || $before[0] === 'EVAL', "WAIT stands behind $before[0]");
        Check::same('1', $words[1], 'replicas that WAIT asks for');
        Check::between(1, 5_000, (int) $words[2], 'milliseconds that WAIT may take');
    }
    $before = $words;
}
// Scripts that the server did not know were sent once more.
Check::between(53, 53 + 3, $waits, 'WAITs');
echo 'done';
?>
--EXPECT--
done
