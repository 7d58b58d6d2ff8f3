--TEST--
If Redis dies after the payment, synchronized returns the answer and nobody is charged twice, as the guide says of each form
--FILE--
<?php
const INSIDE = <<<'PHP'
    in_transaction($db, function () use ($db, $lock, $order): string {
        $lock->lock("pay:$order", timeout: 2, expire: null);
        try {
            return pay_once($db, $order);
        } finally {
            $lock->unlock("pay:$order");
        }
    })
    PHP;
$unavailable = RedisMutexLockUnavailableException::class;
/** [form, configuration, answer of the first click, answer of the second, charges] */
$cases = [
    'synchronized' => ['pay($lock, $db, $order)', [], 'paid now', 'paid before', 1],
    'by hand' => ['pay_by_hand($lock, $db, $order)', ['await_release' => true], $unavailable, 'paid before', 1],
    'by hand, not awaited' => ['pay_by_hand($lock, $db, $order)', ['await_release' => false], 'paid now', 'paid before', 1],
    'by hand, inside a transaction' => [INSIDE, ['await_release' => true], $unavailable, 'paid now', 2],
];
$redis = RedisServer::start();
$shop = new Shop($redis);
$order = 0;
foreach ($cases as $name => [$form, $config, $first, $second, $charges]) {
    $order++;
    $click = $shop->process($form, "say('charged'); hear();", config: $config);
    $click->tell("$order");
    $click->expect('charged');
    $redis->kill();
    $click->tell('go');
    Check::same($first, $click->line(30), "$name: the first answer");
    $redis->restart();

    // Another process, because a user clicks again on another page.
    $click = $shop->process($form, config: $config);
    $click->tell("$order");
    Check::same($second, $click->line(30), "$name: the second answer");
    Check::same($charges, $shop->charges($order), "$name: charges");
}
echo "done\n";
?>
--EXPECT--
done
