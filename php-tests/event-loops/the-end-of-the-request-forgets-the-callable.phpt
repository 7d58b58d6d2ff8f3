--TEST--
The end of a request of php-fpm forgets the callable and its streams, also after a fatal error in suspended fibers
--FILE--
<?php
$server = RedisServer::start();
$fpm = Fpm::start(1, ini: [
    'redis_mutex_lock.url' => $server->url(name: 'fpm'),
    'auto_prepend_file' => dirname(__DIR__) . '/lib/phpt.php',
    'display_errors' => true,
    'log_errors' => false,
    'memory_limit' => '32M',
]);
$queue = new Queue($server, 'request');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($queue->name, 0, 600), 'held');
$plain = $fpm->script('$lock = new RedisMutexLock();
    $began = hrtime(true);
    $granted = $lock->lock("request", 0.2);
    $lock->lock("free");
    echo json_encode([$granted, hrtime(true) - $began > 190_000_000, count(get_resources()), count(scandir("/proc/self/fd"))]);');
$suspends = $fpm->script('$loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    foreach ([1, 2, 3] as $number) {
        $loop->start(fn () => (new RedisMutexLock())->lock("request", 600));
    }
    $loop->runUntil(fn (): bool => $loop->calls >= 3);
    echo "suspended";
    if (($_GET["end"] ?? "") === "fatal") {
        str_repeat("x", 1 << 30);
    }');
$worker = function () use ($fpm, $plain, &$descriptors): array {
    $said = json_decode($fpm->request($plain)['body'], true);
    $descriptors = array_pop($said);

    return $said;
};
// The process keeps a descriptor from its first suspension on.
$fpm->request($suspends);
$worker();
$before = $worker();
$descriptorsBefore = $descriptors;
Check::same([false, true], array_slice($before, 0, 2), 'a wait of the process');
foreach (['last line', 'fatal', 'last line', 'fatal', 'fatal', 'fatal'] as $round => $end) {
    $body = $fpm->request($suspends, ['QUERY_STRING' => "end=$end"])['body'];
    Check::true(str_contains($body, 'suspended'), "round $round: $body");
    Check::same($end === 'fatal', str_contains($body, 'Allowed memory size'), "round $round: $body");
    Check::eventually(fn (): bool => $queue->tokens() === [], 5, "round $round: the queue");
    Check::same($before, $worker(), "round $round: the next request of the worker");
}
// Where answers are slow, three fibers ask over up to three connections, which rest in the process afterwards. A descriptor that
// each round leaves would be six.
Check::between(-4, 4, $descriptors - $descriptorsBefore, 'further descriptors after six rounds');
Check::true($holder->unlock($queue->name), 'the holder is not disturbed');
echo "done\n";
?>
--EXPECT--
done
