--TEST--
Each script that says yes has written something, also where the key has time enough: WAIT counts a connection's writes only
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$writes = static function () use ($redis): int {
    preg_match('/^rdb_changes_since_last_save:(\d+)/m', $redis->call('INFO', 'persistence'), $found);

    return (int) $found[1];
};
$yes = [
    'acquire' => fn () => Script::acquire($redis, 'k', 'ours', 30_000)[0],
    'acquire, with a fencing token' => fn () => Script::acquire($redis, 'k', 'ours', 30_000, fencing: true)[0],
    'join' => fn () => Script::acquire($redis, 'k', 'ours', 30_000, joins: true)[0],
    'adopt' => fn () => Script::adopt($redis, 'k', 'ours', 30_000)[0],
    'renew' => fn () => Script::renew($redis, 'k', 'ours', 30_000),
    'expire' => fn () => Script::expire($redis, 'k', 'ours', 60_000),
];
foreach ($yes as $what => $ask) {
    // The key has the token already, and more time than is asked for.
    $redis->call('SET', 'k', 'ours', 'PX', 60_000);
    $ask();
    $before = $writes();
    Check::same(1, $ask(), "$what says yes");
    Check::between($before + 1, $before + 9, $writes(), "writes of $what");
    Check::between(50_000, 60_001, $redis->call('PTTL', 'k'), "$what shortens nothing");
}

// The same of shares: alone, beside a longer one, and beside a member of another.
$share = Script::share();
$yes = [
    'acquire' => fn () => Script::acquire($redis, 's', $share)[0],
    'join' => fn () => Script::acquire($redis, 's', $share, joins: true)[0],
    'join after a wake-up' => fn () => Script::acquire($redis, 's', $share, joins: 'woken')[0],
    'take' => fn () => Script::take($redis, 's', $share)[0],
    'adopt' => fn () => Script::adopt($redis, 's', $share)[0],
    'renew' => fn () => Script::renew($redis, 's', $share),
    'expire' => fn () => Script::expire($redis, 's', $share, 60_000),
];
foreach (['alone' => [], 'beside a longer one' => [Script::share() => 90_000], 'beside another' => ['other' => 50_000]] as $state => $beside) {
    foreach ($yes as $what => $ask) {
        $redis->call('DEL', 's');
        foreach ([$share => 60_000, ...$beside] as $token => $left) {
            $redis->call('ZADD', 's', 1000 * (int) $redis->call('TIME')[0] + $left, $token);
        }
        $redis->call('PEXPIRE', 's', 90_000);
        $ask();
        $before = $writes();
        Check::same(1, $ask(), "$what of a share $state says yes");
        Check::between($before + 1, $before + 9, $writes(), "writes of $what of a share $state");
    }
}
echo 'done';
?>
--EXPECT--
done
