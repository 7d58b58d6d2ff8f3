--TEST--
Sections of fibers that are destroyed or throw while Redis hangs stop the loop for a moment together, and are released when it comes back
--FILE--
<?php
$server = RedisServer::start();
$client = $server->client();
$loop = new FiberLoop();
RedisMutexLock::onWait($loop->wait(...));
$names = $fibers = [];
$inside = $thrown = 0;
foreach (range(1, 12) as $number) {
    $names[] = $name = Check::unique("section$number");
    $fibers[] = $loop->start(static function () use ($server, $loop, $name, $number, &$inside, &$thrown): void {
        $lock = new RedisMutexLock($server->url(command_timeout: 20));
        $section = static function () use ($loop, &$inside): void {
            $inside++;
            $loop->sleep(600);
        };
        try {
            $number % 2 === 0 ? $lock->synchronizedAll([$name], $section, 0, 600) : $lock->synchronized($name, $section, 0);
        } catch (LogicException) {
            $thrown++;
        }
    });
}
$loop->runUntil(static function () use (&$inside): bool {
    return $inside === 12;
});
$server->pause();
$loop->longestPieces = [];
while ($fibers !== []) {
    $loop->piece(static function () use ($loop, &$fibers): void {
        $fiber = array_pop($fibers);
        if (count($fibers) % 3 === 0) {
            $loop->throwInto($fiber, new LogicException('enough'));
        } else {
            $loop->forget($fiber);
        }
        unset($fiber);
        gc_collect_cycles();
    });
}
Check::same(4, $thrown, 'exceptions that left their sections');
Check::same(12, count($loop->longestPieces), 'sections that ended');
// The first waits for 50 ms, and the others know then that Redis is silent. Without fibers each would take twenty seconds.
Check::between(0.02, 0.06, max($loop->longestPieces), 'the longest stop in seconds, of ' . json_encode($loop->longestPieces));
Check::between(0.02, 0.15, array_sum($loop->longestPieces), 'all of them together');
$server->resume();
$left = static fn (): int => $client->call('EXISTS', ...array_map(static fn (string $name): string => "lock:$name", $names));
Check::eventually(static fn (): bool => $left() === 0, 20, 'all locks are free');
echo "done\n";
?>
--EXPECT--
done
