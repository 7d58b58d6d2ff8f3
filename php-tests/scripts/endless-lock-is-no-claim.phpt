--TEST--
A lock without a lifetime is no claim, even beside an old wake-up of its holder
--FILE--
<?php
$redis = RedisServer::shared()->client();
foreach ([false, true] as $joins) {
    $key = Check::unique('endless');
    $redis->call('SET', $key, 'other');
    $redis->call('RPUSH', "$key:wake:{{$key}}:other", 'yours');
    $redis->call('PEXPIRE', "$key:wake:{{$key}}:other", 1000);
    Check::same(0, Script::acquire($redis, $key, joins: $joins)[0], $joins ? 'held, joins' : 'held');
    Check::same('other', $redis->call('GET', $key), 'the holder');
    $redis->call('DEL', $key, "$key:q");
}
echo 'done';
?>
--EXPECT--
done
