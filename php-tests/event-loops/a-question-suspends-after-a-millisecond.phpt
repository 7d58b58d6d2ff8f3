--TEST--
A method whose answer takes longer than a millisecond suspends its fiber, so others go on, and a quick answer suspends nothing
--FILE--
<?php
$server = RedisServer::shared();
$proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 1000], ['command' => 'EVAL*', 'do' => 'delayReply', 'ms' => 1000]);
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$slow = new RedisMutexLock($proxy->url(command_timeout: 20));
$slow->isLocking('opens the connection');
$began = hrtime(true);
$story = [];
foreach (range(1, 10) as $number) {
    $loop->start(function () use ($slow, $number, &$story): void {
        $name = Check::unique("slow$number");
        $story[] = [$slow->lock($name, 0, 60), $slow->expire($name, 30), $slow->isLocking($name), $slow->unlock($name)];
    });
}
$others = 0;
$loop->start(function () use ($loop, &$others, &$story): void {
    while (count($story) < 10) {
        $loop->sleep(0.01);
        $others++;
    }
});
$loop->run();
$seconds = (hrtime(true) - $began) / 1e9;
Check::same(array_fill(0, 10, [true, true, true, true]), $story, 'the answers');
// One after the other they would take a second for each question.
Check::between(2, 20, $seconds, 'seconds for all');
Check::between(20, 100_000, $others, 'turns of another fiber');
Check::between(0, 0.1, $loop->longestPieces[0], 'the longest stop of the loop in seconds');
Check::true($loop->streams >= 20, 'the callable got a stream to watch');
Check::same([], $slow->held(), 'nothing is held');
echo "done\n";
?>
--EXPECT--
done
