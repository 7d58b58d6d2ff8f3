--TEST--
Processes whose lists have another order exclude each other, wait in one queue, and are served in their order
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('order');
$config = $set->config();
$shuffled = static function (int $by) use ($config): array {
    $servers = $config['servers'];

    return ['servers' => [...array_slice($servers, $by), ...array_reverse(array_slice($servers, 0, $by))]] + $config;
};
$lock = new RedisMutexLock($shuffled(2));
Check::true($lock->lock($name, 0, 600), 'lock');
$queue = $set->queue($name);
$waiters = [];
for ($i = 0; $i < 5; $i++) {
    $waiters[] = $queue->waiter($shuffled($i));
}
$tokens = $queue->tokens();
Check::same(5, count($tokens), 'all stand in one queue');
Check::true($lock->unlock($name), 'unlock');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    Check::same($tokens[$i], $queue->holder(), "waiter $i");
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
