--TEST--
From the first holder to the last waiter the lock is free at none of the five servers: the next holder takes the keys from the token of the last one
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock('a', 0, 600), 'lock');
$tokens = [$lock->token('a')];
$set->agree('a', $tokens[0]);
$queue = $set->queue('a');
$listeners = [];
foreach ($set->servers() as $number => $server) {
    $server->client()->call('CONFIG', 'SET', 'notify-keyspace-events', 'KA');
    $listeners[$number] = $server->client();
    $listeners[$number]->call('SUBSCRIBE', '__keyspace@0__:lock:a', 'over');
    // The second subscription's reply.
    $listeners[$number]->reply();
}
$waiters = [];
for ($i = 0; $i < 6; $i++) {
    $waiters[] = $queue->waiter();
}
$tokens = [...$tokens, ...$queue->tokens()];
$queue->sleep(6);
Check::true($lock->unlock('a'), 'unlock');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    // All of them get it, at a majority before the waiter knows it.
    $set->agree('a', $tokens[$i + 1]);
    $waiter->tell('unlock');
    $waiter->expect('released', 20);
    $waiter->tell('end');
    $waiter->finish();
}
$set->vanishes();
foreach ($listeners as $number => $listener) {
    $set->servers()[$number]->client()->call('PUBLISH', 'over', 'x');
    $events = [];
    while (($message = $listener->reply())[1] !== 'over') {
        $events[] = $message[2];
    }
    Check::between(6, 100, count(array_keys($events, 'set')), "server $number: a set for each waiter in " . implode(' ', $events));
    Check::same(['del'], array_values(array_intersect($events, ['del', 'expired'])), "server $number: it is free once");
    Check::same('del', end($events), "server $number: and that is the end");
}
echo 'done';
?>
--EXPECT--
done
