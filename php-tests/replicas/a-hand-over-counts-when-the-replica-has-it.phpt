--TEST--
A waiter that gets the lock has it on the replica; without the replica it gives the lock to the next, or waits for the replica
--FILE--
<?php
$pair = new Replication();
$lock = new RedisMutexLock($pair->config());
$queue = new Queue($pair->master, 'a');

// Handed over with the replica: the waiter's lease is there, and not only the claim that the release has made.
Check::true($lock->lock('a', 0, 600), 'lock');
$second = $queue->waiter($pair->config(), expire: 600);
$third = $queue->waiter($pair->config(), expire: 600);
Check::true($lock->unlock('a'), 'unlock');
$second->expect('granted');
$replica = $pair->replicas[0]->client();
Check::same($pair->master->client()->call('GET', 'lock:a'), $replica->call('GET', 'lock:a'), 'owner');
Check::between(500_000, 600_000, $replica->call('PTTL', 'lock:a'), 'milliseconds of the lease at the replica');

// A waiter with min_replicas gives it to the next, which asks for no replica.
$modest = $queue->waiter(['min_replicas' => 0], expire: 600);
$pair->replicas[0]->pause();
$second->tell('unlock');
$second->expect('released');
// The third one has the lock for a moment. It gives the lock back, and takes its old place again.
$modest->expect('granted', 40);
$modest->tell('unlock');
$modest->expect('released');
Check::same(false, $third->spoke(), 'the third one waits');
$pair->replicas[0]->resume();
$third->expect('granted', 40);
Check::same($pair->master->client()->call('GET', 'lock:a'), $pair->copy('lock:a'), 'owner at the end');
$third->tell('unlock');
$third->expect('released');
foreach ([$second, $third, $modest] as $worker) {
    $worker->tell('end');
    $worker->finish();
}
Check::same([], $pair->locks(), 'what is left');
echo 'done';
?>
--EXPECT--
done
