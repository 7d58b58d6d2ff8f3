--TEST--
Eight processes that sleep in the queue of a quorum send at most ten questions a second to each server, all together
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock('a', 0, 600), 'lock');
$queue = $set->queue('a');
$waiters = [];
for ($i = 0; $i < 8; $i++) {
    $waiters[] = $queue->waiter();
}
$queue->sleep(8);
$gate = $set->gate('a');
$count = static function () use ($set, $gate): array {
    $calls = [];
    foreach ($set->clients() as $number => $client) {
        // The scripts at the gate call GET too.
        $kinds = ['evalsha' => 0, 'eval' => 0] + ($number === $gate ? [] : ['get' => 0, 'set' => 0]);
        $calls[] = array_sum(array_intersect_key($client->commandstats(), $kinds));
    }

    return $calls;
};
$began = hrtime(true);
$before = $count();
usleep(4_000_000);
$after = $count();
$seconds = (hrtime(true) - $began) / 1e9;
foreach ($after as $number => $calls) {
    // The rest is for the beginning and the end.
    Check::between(0, 10 * $seconds + 10, $calls - $before[$number], "questions to server $number in $seconds s");
}
Check::true($lock->unlock('a'), 'unlock');
foreach ($waiters as $waiter) {
    $waiter->expect('granted', 20);
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
