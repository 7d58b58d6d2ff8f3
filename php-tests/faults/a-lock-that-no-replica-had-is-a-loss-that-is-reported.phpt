--TEST--
Every method and onLost tell the loss of a lock that the promoted replica never got; exactly one waiter gets it
--FILE--
<?php
$lease = 6;
$pair = new Failover();
$config = [...$pair->gateway->config(), 'fencing' => true, 'lease' => $lease];
$lock = new RedisMutexLock($config);
$lost = [];
$lock->onLost(function (string $name) use (&$lost): void {
    $lost[$name] = hrtime(true);
});
Check::true($lock->lock('kept', 0, 600), 'lock of what is kept');
$fences['kept'] = $lock->fence('kept');
$pair->part();
foreach (['asked', 'given back', 'lengthened', 'waited for'] as $name) {
    Check::true($lock->lock($name, 0, 600), "lock of what is $name");
    $fences[$name] = $lock->fence($name);
}
$queue = new Queue($pair->master, 'waited for');
$waiters = [];
for ($i = 0; $i < 2; $i++) {
    $waiters[] = $queue->waiter(['fencing' => true], port: $pair->gateway->port);
}
Check::true($lock->lock('renewed', 0, null), 'lock of what is renewed');

$thrown = Check::throws(
    RedisMutexLockLostException::class,
    fn () => $lock->synchronized('section', function () use ($pair): string {
        $pair->kill();
        usleep(300_000);
        $pair->promote();

        return 'done';
    }, 0, 600),
);
Check::same('done', $thrown->result, 'what the section has done');
$promoted = hrtime(true);

// The new master knows no holder, so one of the two has the lock at once. The other one waits.
Check::eventually(fn (): bool => $waiters[0]->spoke() || $waiters[1]->spoke(), 5, 'who waited gets it');
[$first, $second] = $waiters[0]->spoke() ? $waiters : array_reverse($waiters);
$first->expect('granted');
$queue = new Queue($pair->master, 'waited for');
$queue->sleep(1);
Check::same(false, $second->spoke(), 'the other one waits');
Check::same([false, false], [$lock->isLocking('waited for'), $lock->unlock('waited for')], 'the word to the first holder');
foreach ([$first, $second] as $i => $waiter) {
    $i === 0 || $waiter->expect('granted');
    $waiter->tell('held');
    $waiter->expect('mine');
    $waiter->tell('fence');
    $fence = (int) $waiter->line();
    Check::true($fence > $fences['waited for'], 'the fence grows');
    $fences['waited for'] = $fence;
    $waiter->tell('unlock');
    $waiter->expect('released');
    $waiter->tell('end');
    $waiter->finish();
}

// Another holder has the other locks before any loss is reported.
$other = new RedisMutexLock(['name' => 'other'] + $config);
foreach (['asked', 'given back', 'lengthened'] as $name) {
    Check::true($other->lock($name, 0, 600), "what was $name is free");
    Check::true($other->fence($name) > $fences[$name], "the fence of what was $name grows");
}
Check::same(
    [false, false, false, false],
    [$lock->isLocking('asked'), $lock->unlock('asked'), $lock->unlock('given back'), $lock->expire('lengthened', 60)],
    'its word',
);
foreach (['asked', 'given back', 'lengthened'] as $name) {
    Check::same($other->token($name), $pair->master->client()->call('GET', "lock:$name"), "whose $name is");
    Check::true($other->unlock($name), "unlock of $name");
}
Check::eventually(function () use (&$lost): bool {
    return isset($lost['renewed']);
}, $lease, 'onLost is called');
// A third of the lease and a second, and two more for a busy machine. This is before the end of the lease by our own
// clock.
Check::true(($lost['renewed'] - $promoted) / 1e9 < $lease / 3 + 1 + 2, 'soon');
Check::same([null, false, false], [
    $lock->remaining('renewed'), $lock->isLocking('renewed'), $lock->unlock('renewed'),
], 'its word on what is renewed');
Check::same(['renewed'], array_keys($lost), 'what was reported');
Check::same(null, $pair->master->client()->call('GET', 'lock:renewed'), 'nothing is acquired again');

// The lock that the replica had is as before.
Check::same([false, true, true], [$other->lock('kept'), $lock->isLocking('kept'), $lock->unlock('kept')], 'what is kept');
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
