--TEST--
Every method and onLost tell the loss of an evicted lock, and do not touch the lock of the next holder
--FILE--
<?php
$lease = 6;
/** Fills the memory until all of these locks are evicted. */
$evict = static function (RedisServer $server, string ...$names): int {
    $redis = $server->client();
    preg_match('/^used_memory:(\d+)/m', $redis->call('INFO', 'memory'), $used);
    $limit = $used[1] + 30_000;
    $redis->call('CONFIG', 'SET', 'maxmemory', $limit);
    $keys = array_map(static fn (string $name): string => "lock:$name", $names);
    $seen = hrtime(true);
    // EXISTS does not count as a use of the key.
    for ($end = Deadline::in(20); $redis->call('EXISTS', ...$keys) > 0;) {
        Check::true(!$end->passed(), 'they are evicted: ' . implode(', ', $names));
        $seen = hrtime(true);
        try {
            $redis->call('SET', 'filler:' . mt_rand(), str_repeat('x', 10_000), 'EX', 600);
        } catch (RedisError) {
            // The clients' own memory had taken all the room.
            $redis->call('CONFIG', 'SET', 'maxmemory', $limit += 30_000);
        }
    }
    $redis->call('CONFIG', 'SET', 'maxmemory', 0);

    return $seen;
};

$cases = $lost = [];
foreach (['volatile-ttl', 'volatile-lru', 'allkeys-lru', 'allkeys-random'] as $policy) {
    $server = RedisServer::start(['maxmemory-policy' => $policy, 'maxmemory-samples' => 10]);
    $lock = new RedisMutexLock([...$server->config(), 'lease' => $lease, 'fencing' => true]);
    $lock->onLost(function (string $name) use (&$lost, $policy): void {
        $lost[$policy][$name] = hrtime(true);
    });
    foreach (['asked', 'given back', 'lengthened', 'adopted'] as $name) {
        Check::true($lock->lock($name, 0, 600), "$policy: lock of what is $name");
        $fences[$policy][$name] = $lock->fence($name);
    }
    $thrown = Check::throws(
        RedisMutexLockLostException::class,
        fn () => $lock->synchronized('section', function () use ($evict, $server): string {
            $evict($server, 'section', 'asked', 'given back', 'lengthened', 'adopted');

            return 'done';
        }, 0, 600),
    );
    Check::same('done', $thrown->result, "$policy: what the section has done");
    // Another holder has the locks before any loss is reported.
    $other = new RedisMutexLock([...$server->config(), 'fencing' => true, 'name' => 'other']);
    foreach ($fences[$policy] as $name => $fence) {
        Check::true($other->lock($name, 0, 600), "$policy: what was $name is free");
        Check::true($other->fence($name) > $fence, "$policy: the fence grows");
    }
    $own = $lock->token('adopted');
    Check::same(
        [false, false, false, false, false],
        [
            $lock->isLocking('asked'), $lock->unlock('asked'), $lock->unlock('given back'),
            $lock->expire('lengthened', 60), $lock->adopt('adopted', $own, 60),
        ],
        "$policy: its word",
    );
    Check::same([], $lock->held(), "$policy: what it holds");
    foreach (array_keys($fences[$policy]) as $name) {
        Check::same($other->token($name), $server->client()->call('GET', "lock:$name"), "$policy: whose $name is");
        Check::true($other->unlock($name), "$policy: unlock of the other");
    }
    Check::true($lock->lock('renewed', 0, null), "$policy: lock of what is renewed");
    $cases[$policy] = [$server, $lock];
}
$seen = [];
foreach ($cases as $policy => [$server]) {
    $seen[$policy] = $evict($server, 'renewed');
}
foreach ($cases as $policy => [$server, $lock]) {
    Check::eventually(function () use (&$lost, $policy): bool {
        return isset($lost[$policy]['renewed']);
    }, $lease, "$policy: onLost is called");
    // A third of the lease and a second, and two more for a busy machine. This is before the end of the lease by our
    // own clock.
    Check::between(0, $lease / 3 + 1 + 2, ($lost[$policy]['renewed'] - $seen[$policy]) / 1e9, "$policy: seconds until then");
    Check::same([null, false, false], [
        $lock->remaining('renewed'), $lock->isLocking('renewed'), $lock->unlock('renewed'),
    ], "$policy: its word");
    Check::same(['renewed'], array_keys($lost[$policy]), "$policy: what was reported");
    Check::same(null, $server->client()->call('GET', 'lock:renewed'), "$policy: nothing is acquired again");
}
echo 'done';
?>
--EXPECT--
done
