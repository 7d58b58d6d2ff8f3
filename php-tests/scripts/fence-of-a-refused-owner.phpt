--TEST--
fence: a refused token gets no number and changes no counter, for every type of the lock's key
--FILE--
<?php
$redis = RedisServer::shared()->client();
$states = [
    "another's" => ['SET', 'other', 'PX', 60_000], 'empty' => ['SET', ''], 'list' => ['RPUSH', 'ours'],
    'hash' => ['HSET', 'ours', 'ours'], 'zset' => ['ZADD', 1, 'ours'], 'absent' => null,
];
foreach (['acquire', 'adopt', 'take'] as $which) {
    foreach ($states as $state => $words) {
        if ($which !== 'adopt' && $words === null) {
            continue; // That is a grant.
        }
        foreach ([false, true] as $counter) {
            $key = Check::unique('refused');
            $words === null || $redis->call($words[0], $key, ...array_slice($words, 1));
            $counter && $redis->call('HSET', "$key:f", 'fence', '8000000000000000', 'token', 'other');
            $before = [$redis->call('DUMP', $key), $redis->call('DUMP', "$key:f")];
            $reply = Script::$which($redis, $key, fencing: true);
            Check::same([0], $reply, "$which, $state: reply");
            $after = [$redis->call('DUMP', $key), $redis->call('DUMP', "$key:f")];
            Check::same($before, $after, "$which, $state: both keys");
            Check::same($counter ? -1 : -2, $redis->call('TTL', "$key:f"), "$which, $state: the counter's lifetime");
            $redis->call('DEL', $key, "$key:f");
        }
    }
}
echo 'done';
?>
--EXPECT--
done
