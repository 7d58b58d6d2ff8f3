--TEST--
Six clicks on pay at once charge the customer once, by each form of the recipe that the guide calls right
--FILE--
<?php
$shop = new Shop(RedisServer::start());
$forms = ['pay($lock, $db, $order)', '$right($order)', 'pay_by_hand($lock, $db, $order)'];
$order = 0;
foreach ($forms as $form) {
    $clicks = array_map(static fn (): Worker => $shop->process($form), range(1, 6));
    foreach (range(1, 6) as $round) {
        $order++;
        foreach ($clicks as $click) {
            $click->tell("$order");
        }
        // A click that waited for its 2 s is an exception of synchronized, which pay() turns into an answer.
        $answers = array_map(static fn (Worker $click): string => $click->line(30), $clicks);
        Check::same(1, $shop->charges($order), "charges of order $order by $form");
        Check::same(1, count(array_keys($answers, 'paid now')), "answers 'paid now' of $form: " . implode(', ', $answers));
        $others = array_diff($answers, ['paid now', 'paid before', 'being paid', RedisMutexLockTimeoutException::class]);
        Check::same([], $others, "further answers of $form");
    }
}
Check::same(18, $order, 'orders');
echo "done\n";
?>
--EXPECT--
done
