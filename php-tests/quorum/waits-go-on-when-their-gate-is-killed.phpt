--TEST--
When the server in whose queue they stand dies, waiters go on in the queue of the next one, in their order, and nobody throws
--FILE--
<?php
$set = QuorumSet::start();
$config = ['command_timeout' => 5];
$lock = new RedisMutexLock($set->config($config));
Check::true($lock->lock('a', 0, 600), 'lock');
$set->agree('a', $lock->token('a'));
$gate = $set->findGate('a');
$queue = new Queue($set->servers()[$gate], 'a', $set->config($config));
$waiters = [];
for ($i = 0; $i < 4; $i++) {
    $waiters[] = $queue->waiter(['retry_for' => 2], expire: 20);
}
$tokens = $queue->tokens();
$queue->sleep(4);
$set->kill($gate);
// A lost gate ends a sleep as its slice does.
$next = null;
Check::eventually(static function () use ($set, $gate, $tokens, &$next): bool {
    foreach ($set->clients() as $number => $client) {
        $waiting = $client->call('ZRANGEBYSCORE', 'lock:a:queue:{lock:a}', 1, '+inf');
        if ($number !== $gate && $waiting === $tokens) {
            $next = $number;
        }
    }

    return $next !== null;
}, 20, 'all wait at another server, in their order');
Check::true($lock->isLocking('a'), 'the holder has it');
Check::true($lock->unlock('a'), 'unlock');
foreach ($waiters as $i => $waiter) {
    $waiter->expect('granted', 20);
    Check::same($tokens[$i], $set->holders('a')[$next], "waiter $i");
    $waiter->tell('unlock');
    $waiter->expect('released', 20);
}
$set->heal();
foreach ($waiters as $waiter) {
    $waiter->tell('lock');
    $waiter->expect('granted', 20);
    $waiter->tell('unlock');
    $waiter->expect('released', 20);
    $waiter->tell('end');
    $waiter->finish();
}
// A process that has ended leaves what a server could not hear of it to the lease.
$set->vanishesWith($lock, seconds: 40);
echo 'done';
?>
--EXPECT--
done
