--TEST--
Locks and shares wait in one queue: a lock is not starved by shares that overlap, and the shares behind it come together
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'rw');
$reader = new RedisMutexLock($server->url());
Check::true($reader->lockShared('rw', 0, 60), 'a share');
$wait = static fn (string $call): Worker => Worker::run('$lock = new RedisMutexLock($argv[1]);
    say(($lock->' . $call . ') ? "granted" : "refused");
    hear();
    say($lock->unlock("rw") ? "released" : "lost");', [$server->url()]);
$writer = $wait('lock("rw", 60, 60)');
$queue->reaches(1);
// A share that came later waits behind the lock.
$hasty = new RedisMutexLock($server->url());
Check::same(false, $hasty->lockShared('rw'), 'a share passes nobody');
$readers = [];
for ($i = 0; $i < 5; $i++) {
    $readers[] = $wait('lockShared("rw", 60, 60)');
    $queue->reaches($i + 2);
}
$last = $wait('lock("rw", 60, 60)');
$queue->reaches(7);
Check::true($reader->unlock('rw'), 'released');
$writer->expect('granted');
Check::same(false, $readers[0]->spoke(), 'the lock is alone');
$writer->tell('unlock');
$writer->expect('released');
foreach ($readers as $i => $worker) {
    $worker->expect('granted');
}
Check::same(false, $last->spoke(), 'the last lock waits for all of them');
foreach ($readers as $worker) {
    Check::same(false, $last->spoke(), 'and still');
    $worker->tell('unlock');
    $worker->expect('released');
}
$last->expect('granted');
$last->tell('unlock');
$last->expect('released');
foreach ([$writer, $last, ...$readers] as $worker) {
    $worker->finish();
}
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
