--TEST--
Open connections that lead to a demoted master are replaced by new ones, and no call fails
--FILE--
<?php
$pair = new Failover();
$number = 0;
// One connection each: on a shared one, the first refused object would mend it for all.
$lock = static function (int $lease = 30) use ($pair, &$number): RedisMutexLock {
    $config = [...$pair->gateway->config(), 'lease' => $lease, 'retry_for' => 60];

    return new RedisMutexLock($config + ['name' => 'n' . ++$number]);
};
$locks = [];
foreach (['handed over', 'released', 'all released', 'lengthened', 'adopted', 'renewed'] as $name) {
    $locks[$name] = $lock(3);
    Check::true($locks[$name]->lock($name, 0, $name === 'renewed' ? null : 600), "lock of what is $name");
}
$detached = $locks['adopted']->detach('adopted');
foreach (['new', 'waited for', 'section'] as $name) {
    $locks[$name] = $lock();
    Check::same(false, $locks[$name]->isLocked($name), "$name is free");
}
$queue = new Queue($pair->master, 'handed over');
$waiters = [];
for ($i = 0; $i < 3; $i++) {
    $waiters[] = $queue->waiter(port: $pair->gateway->port);
}
$order = $queue->tokens();
$queue->sleep(3);

$pair->changePlaces(cut: false);

$before = RedisMutexLock::stats();
$queue = new Queue($pair->master, 'handed over');
$queue->sleep(3);
Check::same($order, $queue->tokens(), 'who waits');
// With time left no call fails.
Check::true($locks['waited for']->lock('waited for', 20, 600), 'a lock that may wait');
Check::same('done', $locks['section']->synchronized('section', fn (): string => 'done', 20), 'a section');
foreach ([
    'new' => fn () => $locks['new']->lock('new', 0, 600),
    'released' => fn () => $locks['released']->unlock('released'),
    'all released' => fn () => $locks['all released']->unlockAll(),
    'lengthened' => fn () => $locks['lengthened']->expire('lengthened', 900),
    'adopted' => fn () => $locks['adopted']->adopt('adopted', $detached, 900),
    'handed over' => fn () => $locks['handed over']->unlock('handed over'),
] as $name => $call) {
    Check::true($call(), "what is $name");
}
$waiters[0]->expect('granted');
Check::same($order[0], $queue->holder(), 'who has it');
$redis = $pair->master->client();
Check::between(800_000, 900_000, $redis->call('PTTL', 'lock:lengthened'), 'its lifetime');
Check::same($locks['adopted']->token('adopted'), $redis->call('GET', 'lock:adopted'), 'whose it is');
Check::same(0, $redis->call('EXISTS', 'lock:released', 'lock:all released', 'lock:section'), 'what is free');
Check::eventually(
    static fn (): bool => RedisMutexLock::stats()['renewed'] > $before['renewed'],
    3,
    'renewal goes on',
);
Check::true($redis->call('PTTL', 'lock:renewed') > 1_500, 'its lifetime');
Check::same($before['lost'], RedisMutexLock::stats()['lost'], 'what was lost');
foreach ($waiters as $i => $waiter) {
    $i === 0 || $waiter->expect('granted');
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}
Check::true($locks['renewed']->unlock('renewed'), 'unlock of what is renewed');
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
