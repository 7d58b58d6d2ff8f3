--TEST--
unlock() with the token of this object's own lock is the same call as without, also after a loss
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$proxy = Proxy::to($server);
$name = Check::unique('own');

/** What a release says, counts and leaves. */
$story = static function (callable $before, ?string $expire, bool $withToken) use ($proxy, $redis, $name): array {
    $lock = new RedisMutexLock($proxy->url(lease: 60));
    $token = RedisMutexLock::generateToken();
    Check::true($lock->lock($name, 0, $expire === null ? null : (float) $expire, token: $token), 'lock');
    $before($lock, $token);
    $sent = $proxy->count('EVAL*');
    $results = [];
    $moved = Stats::moved(function () use ($lock, $name, $token, $withToken, &$results): void {
        $results[] = $withToken ? $lock->unlock($name, $token) : $lock->unlock($name);
        $results[] = $lock->held();
        $results[] = $lock->token($name);
    });
    $results[] = $proxy->count('EVAL*') - $sent;
    $results[] = $redis->call('GETDEL', "lock:$name") === null ? 'free' : 'held';

    return [...$results, $moved];
};
$stories = [
    'held' => static fn () => null,
    'lost to another' => static fn () => $redis->call('SET', "lock:$name", 'somebody'),
    'gone' => static fn () => $redis->call('DEL', "lock:$name"),
    'detached' => static fn (RedisMutexLock $lock) => $lock->detach($name),
];
foreach ($stories as $what => $before) {
    foreach (['600', null] as $expire) {
        if ($what === 'detached') {
            // It is no lock of this object any more: the token releases it, unlock() alone does not.
            Check::true($story($before, $expire, true)[0], 'detached, with the token');
            Check::same(false, $story($before, $expire, false)[0], 'detached, without');
            continue;
        }
        $with = $story($before, $expire, true);
        Check::same($story($before, $expire, false), $with, "$what, expire " . ($expire ?? 'null'));
        Check::same($what === 'held', $with[0], "$what: the answer");
    }
}
// It ran out by our own clock, and the server has it still: the server's word counts.
$late = static function (RedisMutexLock $lock, string $token) use ($redis, $name): void {
    $redis->call('SET', "lock:$name", $token);
    usleep(600_000);
};
Check::same($story($late, '0.5', false), $story($late, '0.5', true), 'ran out');
echo "done\n";
?>
--EXPECT--
done
