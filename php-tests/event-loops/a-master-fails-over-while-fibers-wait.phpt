--TEST--
Behind Sentinel the master is killed while fibers of two processes wait: the loops go on, and each fiber gets the lock of the new master alone
--FILE--
<?php
$set = SentinelSet::start();
$judge = RedisServer::shared();
$section = Check::unique('inside');
// The holder is another program: its key outlives the failover.
$set->master()->client()->call('SET', 'lock:a', 'other', 'PX', 600_000);
$queue = new Queue($set->master(), 'a', $set->config());
$code = '[, $config, $address, $section, $who] = $argv;
    $config = unserialize($config);
    $judge = new Tests\RedisClient($address);
    $loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $granted = 0;
    for ($i = 0; $i < 10; $i++) {
        $loop->start(function () use ($config, $judge, $loop, $section, $who, $i, &$granted) {
            $lock = new RedisMutexLock($config);
            $lock->lock("a", 120, 60, 100_000) || say("REFUSED");
            $judge->call("SET", $section, "$who $i", "NX") === "OK" || say("NOT ALONE");
            $loop->sleep(0.002);
            $judge->call("GET", $section) === "$who $i" || say("REPLACED");
            $judge->call("DEL", $section);
            $lock->unlock("a") || say("LOST");
            $granted++;
        });
    }
    $turns = 0;
    $loop->start(function () use ($loop, &$turns, &$granted) {
        for (; $granted < 10; $turns++) {
            $loop->sleep(0.01);
        }
    });
    $loop->runUntil(fn () => $loop->calls >= 10);
    say("waits");
    $loop->longestPieces = [];
    $loop->run(150);
    say(json_encode([$granted, $turns, $loop->longestPieces[0]]));';
$workers = [];
foreach ([1, 2] as $who) {
    $workers[$who] = Worker::run($code, [serialize($set->config(['retry_for' => 120])), $judge->address(), $section, $who]);
    $workers[$who]->expect('waits', 30);
}
$queue->reaches(20);
$new = $set->promoted($set->kill());
$queue = new Queue($new, 'a', $set->config());
$queue->reaches(20);
$new->client()->call('DEL', 'lock:a');
foreach ($workers as $who => $worker) {
    $line = $worker->line(120);
    [$granted, $turns, $stall] = json_decode($line) ?? [$line, 0, 0];
    Check::same(10, $granted, "process $who: granted");
    Check::between(10, 100_000, $turns, "process $who: turns of another fiber");
    Check::between(0, 1, $stall, "process $who: the longest stop of the loop in seconds");
    $worker->finish();
}
$queue->vanishes();
echo "done\n";
?>
--EXPECT--
done
