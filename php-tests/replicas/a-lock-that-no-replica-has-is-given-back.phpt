--TEST--
Replica stopped, cut off or killed: lock() throws within its time, gives the lock back, and works when the replica is back
--FILE--
<?php
$unavailable = RedisMutexLockUnavailableException::class;
foreach (['stopped', 'cut', 'killed'] as $how) {
    foreach ([false, true] as $fencing) {
        $pair = new Replication();
        $replica = $pair->replicas[0];
        $config = $pair->config(['fencing' => $fencing]);
        $lock = new RedisMutexLock(['command_timeout' => 1] + $config);
        match ($how) {
            'stopped' => $replica->pause(),
            'cut' => $replica->client()->call('REPLICAOF', 'NO', 'ONE'),
            'killed' => $replica->kill(),
        };
        $began = hrtime(true);
        $moved = Stats::moved(function () use ($unavailable, $lock): void {
            // On a busy machine the master may be late with the count.
            $message = '/ executed the command, but (0 of 1 replicas have it|WAIT had no answer within \d+ ms): '
                . 'connect the replicas, or lower min_replicas; the lock was given back$/';
            Check::throws($unavailable, fn () => $lock->lock('a', 0, 60), $message);
        });
        // One command timeout. The rest is for a busy machine.
        Check::between(0, 3, (hrtime(true) - $began) / 1e9, "seconds, $how");
        Check::same(0, $moved['acquired'] ?? 0, 'locks that count as acquired');
        Check::same([[], null, false], [$lock->held(), $lock->token('a'), $lock->isLocking('a')], "held, $how");
        $left = $fencing ? ['lock:a:fence:{lock:a}'] : [];
        Check::same($left, $pair->locks(), "keys that are left, $how");
        match ($how) {
            'stopped' => $replica->resume(),
            'cut' => $replica->client()->call('REPLICAOF', '127.0.0.1', $pair->master->port),
            'killed' => $replica->restart(),
        };
        $pair->synchronise();
        $lock = new RedisMutexLock($config);
        Check::true($lock->lock('a', 0, 60), "lock again, $how");
        Check::same($lock->token('a'), $pair->copy('lock:a'), 'what the replica has');
    }
}
echo 'done';
?>
--EXPECT--
done
