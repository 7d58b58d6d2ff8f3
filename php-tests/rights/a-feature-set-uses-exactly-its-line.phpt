--TEST--
Each feature set works with the ACL line of the page of operations, and uses every right of it
--FILE--
<?php
foreach ([false, true] as $waiting) {
    foreach ([false, true] as $fencing) {
        $set = ($waiting ? 'with' : 'without') . ' waiting, ' . ($fencing ? 'with' : 'without') . ' fencing';
        // A fresh server knows no script.
        $server = RedisServer::start();
        Rights::grant($server, Rights::line($set));
        $redis = $server->client();
        $redis->call('CONFIG', 'RESETSTAT');
        $features = new Features($server, Rights::USER + [
            'database' => 2, 'fencing' => $fencing, 'lease' => 1, 'command_timeout' => 5, 'retry_for' => 60,
        ]);
        $features->withoutWaiting();
        if ($waiting) {
            $features->waiting();
        }
        // Without the commands of this test itself, and without AUTH, which needs no right.
        $used = array_diff(
            array_keys(array_filter($redis->commandstats())),
            ['config|resetstat', 'client|list', 'auth', 'config', 'client'],
        );
        Check::same([], array_values(array_diff($used, Rights::named($set))), "$set: used and not named");
        Check::same([], array_values(array_diff(Rights::named($set), $used)), "$set: named and not used");
    }
}
echo 'done';
?>
--EXPECT--
done
