--TEST--
Shares whose key is evicted, deleted or lost with all data are lost for all who had one: onLost hears of it once, and all methods tell it
--FILE--
<?php
/** Fills the memory until the key is evicted. */
$evict = static function (RedisClient $redis): void {
    preg_match('/^used_memory:(\d+)/m', $redis->call('INFO', 'memory'), $used);
    $redis->call('CONFIG', 'SET', 'maxmemory', $limit = $used[1] + 30_000);
    // EXISTS does not count as a use of the key.
    for ($end = Deadline::in(20); $redis->call('EXISTS', 'lock:a') > 0;) {
        Check::true(!$end->passed(), 'it is evicted');
        try {
            $redis->call('SET', 'filler:' . mt_rand(), str_repeat('x', 10_000), 'EX', 6_000);
        } catch (RedisError) {
            // The clients' own memory had taken all the room.
            $redis->call('CONFIG', 'SET', 'maxmemory', $limit += 30_000);
        }
    }
    $redis->call('CONFIG', 'SET', 'maxmemory', 0);
};
$ways = [
    'eviction' => static fn (RedisServer $server, RedisClient $redis) => $evict($redis),
    'DEL' => static fn (RedisServer $server, RedisClient $redis) => $redis->call('DEL', 'lock:a'),
    'FLUSHALL' => static fn (RedisServer $server, RedisClient $redis) => $redis->call('FLUSHALL'),
    'a restart' => static fn (RedisServer $server, RedisClient $redis) => $server->restart(),
    'another library' => static fn (RedisServer $server, RedisClient $redis) => $redis->call('SET', 'lock:a', 'foreign', 'PX', 60_000),
];
Together::each($ways, static function (callable $lose, string $way): void {
    // The filler lives longer than the shares, so they go first.
    $server = RedisServer::start(['maxmemory-policy' => 'volatile-ttl', 'maxmemory-samples' => 10]);
    $lost = $locks = [];
    foreach (['one', 'two', 'fixed'] as $who) {
        $lock = $locks[$who] = new RedisMutexLock([...$server->config(), 'lease' => 3, 'retry_for' => 60]);
        $lock->onLost(function (string $name) use ($who, &$lost): void {
            $lost[] = "$who $name";
        });
        Check::true($lock->lockShared('a', 0, $who === 'fixed' ? 600 : null), "$way: a share of $who");
    }
    $section = new RedisMutexLock([...$server->config(), 'retry_for' => 60]);
    $thrown = Check::throws(
        RedisMutexLockLostException::class,
        static fn () => $section->synchronizedShared('a', static function () use ($lose, $server): string {
            $lose($server, $server->client());

            return 'done';
        }, 0, 600),
        'RedisMutexLock::synchronizedShared(): the lock "a" was lost while the callback ran',
    );
    Check::same('done', $thrown->result, "$way: what the section has done");
    // The next renewal finds it out, long before the end of the lease of a process that could not ask.
    Check::eventually(function () use (&$lost): bool {
        return count($lost) >= 2;
    }, 20, "$way: both hear of it");
    sort($lost);
    Check::same(['one a', 'two a'], $lost, "$way: who hears of what");
    $redis = $server->client();
    Check::same($way === 'another library' ? 'foreign' : null, $redis->call('GET', 'lock:a'), "$way: nothing is acquired again");
    foreach (['one', 'two'] as $who) {
        $lock = $locks[$who];
        Check::same(
            [false, null, null, null, [], false, false],
            [$lock->isLocking('a'), $lock->token('a'), $lock->remaining('a'), $lock->detach('a'), $lock->held(), $lock->expire('a', 9), $lock->unlock('a')],
            "$way: the word to $who",
        );
    }
    Check::same([false, [], false], [$locks['fixed']->isLocking('a'), $locks['fixed']->held(), $locks['fixed']->unlock('a')], "$way: the word to fixed");
    // The next holder is alone, and stays it.
    $way === 'another library' && $redis->call('DEL', 'lock:a');
    $next = new RedisMutexLock($server->url());
    Check::true($next->lock('a', 0, 600), "$way: the name is free");
    $token = $next->token('a');
    unset($lock, $locks, $section);
    Check::same($token, $redis->call('GET', 'lock:a'), "$way: whose it is at the end");
    Check::same(2, count($lost), "$way: each loss is reported once");
});
echo "done\n";
?>
--EXPECT--
done
