--TEST--
A server of five hangs while processes lock and unlock names quickly: when the server goes on, it keeps no key of the processes, which have ended
--FILE--
<?php
$set = QuorumSet::start();
$workers = [];
for ($i = 0; $i < 6; $i++) {
    $workers[] = Worker::run(<<<'PHP'
        $lock = new RedisMutexLock(unserialize($argv[1]));
        $pairs = static function (float $seconds) use ($lock, $argv): void {
            $end = microtime(true) + $seconds;
            while (microtime(true) < $end) {
                Tests\Check::true($lock->lock($argv[2], 0, 600) && $lock->unlock($argv[2]), 'a pair');
            }
        };
        $pairs(0.1);
        say('connected');
        hear();
        // Longer than a command may take, so the connection to the server that hangs ends meanwhile.
        $pairs(1.5);
        PHP, [serialize($set->config(['command_timeout' => 1])), "a$i"]);
}
foreach ($workers as $worker) {
    $worker->expect('connected', 20);
}
// No release is in flight to the server that hangs. Its first reply to a process that has ended resets the connection, and
// the second one ends it there: these must be the replies to a key and to its release, and not to a release and to a key.
foreach (array_keys($workers) as $i) {
    $set->agree("a$i", null);
}
$set->pause(2);
foreach ($workers as $worker) {
    $worker->tell('go');
}
foreach ($workers as $worker) {
    $worker->finish(60);
}
$set->resume(2);
// Its answer comes behind what it got before.
$set->servers()[2]->client()->call('PING');
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
