--TEST--
fence: a hash of another program counts as absent, and gets neither fields nor a lifetime
--FILE--
<?php
$redis = RedisServer::shared()->client();
$wrong = [];
foreach (['acquire', 'adopt'] as $which) {
    $key = Check::unique('hash');
    // A hash without the fields of a counter: another program uses the same key name.
    $redis->call('HSET', "$key:f", 'colour', 'red', 'size', '7');
    $which === 'adopt' && $redis->call('SET', $key, 'old', 'PX', 60_000);
    $before = $redis->call('DUMP', "$key:f");
    $began = (int) vsprintf('%d%06d', $redis->call('TIME'));

    [$granted, $number] = Script::$which($redis, $key, fencing: true);
    Check::same(1, $granted, "$which: granted");
    Check::true($number >= $began, "$which: the number is no less than the clock");
    if ($redis->call('DUMP', "$key:f") !== $before) {
        $wrong[] = "$which changed it: " . json_encode($redis->call('HGETALL', "$key:f"));
    }
    if (($ttl = $redis->call('TTL', "$key:f")) !== -1) {
        // A lifetime would delete the hash.
        $wrong[] = "$which gave it a lifetime of $ttl s";
    }
    $redis->call('DEL', $key, "$key:f");
}
echo $wrong === [] ? 'done' : implode("\n", $wrong);
?>
--EXPECT--
done
