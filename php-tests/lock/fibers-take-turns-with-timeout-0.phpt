--TEST--
Fibers that ask with timeout 0 and suspend in between get the lock one after the other
--FILE--
<?php
$url = RedisServer::shared()->url();
$name = Check::unique('fiber');
$holders = 0;
$asked = 0;
$fibers = [];
for ($i = 0; $i < 4; $i++) {
    $fibers[] = new Fiber(function () use ($url, $name, &$holders, &$asked): int {
        $lock = new RedisMutexLock($url);
        for ($turn = 0; $turn < 5; $turn++) {
            for (; !$lock->lock($name, 0, 60); $asked++) {
                Fiber::suspend();
            }
            Check::same(1, ++$holders, 'fibers that hold the lock');
            // The holder's work needs several turns of the scheduler.
            Fiber::suspend();
            Fiber::suspend();
            $holders--;
            Check::true($lock->unlock($name), 'unlock');
            Fiber::suspend();
        }

        return $turn;
    });
}
foreach ($fibers as $fiber) {
    $fiber->start();
}
for ($running = $fibers; $running !== []; $running = array_filter($running, fn (Fiber $fiber) => !$fiber->isTerminated())) {
    foreach ($running as $fiber) {
        $fiber->resume();
    }
}
Check::same([5, 5, 5, 5], array_map(fn (Fiber $fiber): int => $fiber->getReturn(), $fibers), 'turns');
Check::true($asked > 0, 'fibers asked while another one held the lock');
echo "done\n";
?>
--EXPECT--
done
