--TEST--
A contended acquisition, which is a release, the claim's question and the first join, costs at most 18 calls inside the server, however many wait; a release without waiters costs 3
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
/** The commands that scripts call while this runs, each with its number. */
$calls = static function (callable $runs) use ($redis): array {
    $redis->call('CONFIG', 'RESETSTAT');
    $runs();
    preg_match_all('/^cmdstat_(\S+?):calls=(\d+)/m', $redis->call('INFO', 'commandstats'), $found);

    // Redis before 7.0 counts the reset as config.
    $own = ['eval' => 0, 'config|resetstat' => 0, 'config' => 0];

    return array_diff_key(array_combine($found[1], array_map(intval(...), $found[2])), $own);
};
// Redis before 7.0 does not know PEXPIRE GT, so the long form takes up the claim there.
$more = RedisServer::version() >= 7 ? 0 : 3;
foreach ([0 => 3, 1 => 17, 2 => 18, 8 => 18, 32 => 18] as $waiters => $most) {
    $redis->call('FLUSHALL');
    $redis->call('SET', 'k', 'ours', 'PX', 60_000);
    for ($i = 0; $i < $waiters; $i++) {
        Script::acquire($redis, 'k', "w$i", joins: 'newcomer');
    }
    $made = $calls(static function () use ($redis, $waiters): void {
        Check::same(1, Script::release($redis, 'k'), 'release');
        if ($waiters > 0) {
            Check::same([1, null], Script::acquire($redis, 'k', 'w0', joins: 'woken'), "the claim's question");
            Check::same(0, Script::acquire($redis, 'k', 'new', joins: 'newcomer')[0], 'the first join');
        }
    });
    Check::between(1, $most + ($waiters > 0 ? $more : 0), array_sum($made), "$waiters wait: " . json_encode($made));
}
echo 'done';
?>
--EXPECT--
done
