--TEST--
Where a transaction has read before the lock, each of six clicks charges the customer, because its snapshot is older than the lock
--FILE--
<?php
$shop = new Shop(RedisServer::start());
$old = <<<'PHP'
    in_transaction($db, function () use ($db, $lock, $order): string {
        $db->query("SELECT paid FROM orders WHERE id = $order")->fetchColumn();
        say('read');
        hear();

        return $lock->synchronized("pay:$order", fn () => pay_once($db, $order), timeout: 60);
    })
    PHP;
$clicks = array_map(static fn (): Worker => $shop->process($old), range(1, 6));
foreach ($clicks as $click) {
    $click->tell('1');
    $click->expect('read');
}
foreach ($clicks as $click) {
    $click->tell('go');
}
foreach ($clicks as $click) {
    // A newer MariaDB refuses the UPDATE by default, when the customer is charged already.
    $answer = $click->line(60);
    Check::true(in_array($answer, ['paid now', 'PDOException'], true), "the answer $answer");
}
Check::same(6, $shop->charges(1), 'charges of six clicks');
echo "done\n";
?>
--EXPECT--
done
