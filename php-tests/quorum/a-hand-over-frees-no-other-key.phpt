--TEST--
From the first waiter to the last one the lock is free at none of the five servers: the next holder takes the keys from the token of the last one
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config());
Check::true($lock->lock('a', 0, 600), 'lock');
$set->agree('a', $lock->token('a'));
$queue = $set->queue('a');
$waiters = [];
for ($i = 0; $i < 6; $i++) {
    $waiters[] = $queue->waiter();
}
$tokens = $queue->tokens();
$queue->sleep(6);
Check::true($lock->unlock('a'), 'unlock');
$listeners = [];
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    $set->agree('a', $tokens[$i]);
    // Who has not waited releases at all servers at once. From the first waiter on the gate comes first.
    foreach ($i === 0 ? $set->servers() : [] as $number => $server) {
        $server->client()->call('CONFIG', 'SET', 'notify-keyspace-events', 'KA');
        $listeners[$number] = $server->client();
        $listeners[$number]->call('SUBSCRIBE', '__keyspace@0__:lock:a', 'over');
        // The second subscription's reply.
        $listeners[$number]->reply();
    }
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
    $all = implode(' ', $events);
    Check::between(5, 100, count(array_keys($events, 'set')), "server $number: a set for each waiter in '$all'");
    Check::same(['del'], array_values(array_intersect($events, ['del', 'expired'])), "server $number: it is free once in '$all'");
    Check::same('del', end($events), "server $number: and that is the end");
}
echo 'done';
?>
--EXPECT--
done
