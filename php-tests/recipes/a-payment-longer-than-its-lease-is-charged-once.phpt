--TEST--
A payment that takes longer than the lease is charged once, because the recipe's lock is renewed; with a number for expire it is charged twice
--FILE--
<?php
const FIXED = <<<'PHP'
    (function () use ($db, $lock, $order): string {
        if (!$lock->lock("pay:$order", timeout: 2, expire: 1)) {
            return 'being paid';
        }
        try {
            return in_transaction($db, fn () => pay_once($db, $order));
        } finally {
            $lock->unlock("pay:$order");
        }
    })()
    PHP;
$shop = new Shop(RedisServer::start());
foreach ([['pay($lock, $db, $order)', 1], ['pay_by_hand($lock, $db, $order)', 1], [FIXED, 2]] as $order => [$form, $charges]) {
    $order++;
    // The payment service of the first click answers after more than two leases.
    $first = $shop->process($form, "say('charged'); hear();", config: ['lease' => 1]);
    $first->tell("$order");
    $first->expect('charged');
    usleep(2_200_000);
    $second = $shop->process($form, config: ['lease' => 1]);
    $second->tell("$order");
    Check::same($charges === 1 ? 'being paid' : 'paid now', $second->line(30), "the second click by $form");
    $first->tell('go');
    $answer = $first->line(30);
    // A newer MariaDB refuses an UPDATE of a row that has changed since it was read, although the customer is charged.
    Check::true($answer === 'paid now' || $charges === 2 && $answer === 'PDOException', "the first click by $form: $answer");
    Check::same($charges, $shop->charges($order), "charges by $form");
}
echo "done\n";
?>
--EXPECT--
done
