--TEST--
A fatal error during the wait of an FPM request leaves the queue, and no connection or descriptor in the worker
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$fpm = Fpm::start(1, ini: [
    'redis_mutex_lock.url' => $server->url(name: 'fpm'),
    // On a busy machine, PHP and Redis may both wait for a processor.
    'redis_mutex_lock.command_timeout' => 10,
    'max_execution_time' => 30,
    'display_errors' => true,
    'log_errors' => false,
]);
[$child] = $fpm->children();
$connections = static fn (): int => count(array_filter($redis->clients(), fn (array $one): bool => $one['name'] === 'fpm'));
// The worker itself counts its descriptors: each request has one connection to its client.
$free = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([$lock->lock("other"), $lock->held(), count(scandir("/proc/self/fd"))]);');
$waits = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("$_GET[name]-own", 0, 600);
    echo "waits";
    $lock->lock($_GET["name"], 60, 600, 60000000);
    echo "never";');
$body = $fpm->request($free)['body'];
[$got, $held, $descriptors] = json_decode($body, true);
Check::same([true, ['other']], [$got, $held], "the worker works: $body");

foreach (['alone', 'with one behind it', 'once more'] as $round => $how) {
    // Leaving may take half a second. If it took longer, the round proves nothing and is repeated.
    $tries = 3;
    do {
        $queue = new Queue($server, Check::unique('a'));
        $holder = new RedisMutexLock($server->url());
        Check::true($holder->lock($queue->name, 0, 600), "$how: held");
        $request = $fpm->begin($waits, ['QUERY_STRING' => "name=$queue->name"]);
        $queue->reaches(1);
        $behind = $round === 1 ? $queue->waiter() : null;
        $end = Deadline::in(0.5);
        // The signal of PHP's own time limit. The wait itself uses up none of that time.
        exec("kill -PROF $child");
        $body = $request->response()['body'];
    } while ($end->passed() && --$tries > 0);
    Check::same(1, preg_match('/^waits\s.*Maximum execution time of \d+ seconds? exceeded/s', $body), "$how: $body");
    Check::same(count($behind ? [1] : []), count($queue->tokens()), "$how: who waits");
    Check::same(0, $redis->call('EXISTS', "$queue->lock-own"), "$how: its other lock is released");
    Check::true($holder->unlock($queue->name), "$how: released");
    if ($behind) {
        $behind->expect('granted');
        $behind->tell('end');
        $behind->finish();
    }
    Check::same(null, $queue->holder(), "$how: free");
    [$got, $held, $now] = json_decode($fpm->request($free)['body'], true);
    Check::same([true, ['other']], [$got, $held], "$how: the same worker goes on");
    Check::same([$child], $fpm->children(), "$how: the same process");
    Check::between(0, $descriptors, $now, "$how: descriptors");
    Check::eventually(fn (): bool => $connections() <= 1, 5, "$how: one connection at most");
    $queue->vanishes();
}
echo 'done';
?>
--EXPECT--
done
