--TEST--
A fatal error during the wait of an FPM request leaves the queue, and no connection or descriptor in the worker
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Fpm;
use Tests\Queue;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
$fpm = Fpm::start(1, ini: [
    'redis_mutex_lock.url' => $server->url() . '?name=fpm',
    'max_execution_time' => 30,
    'display_errors' => true,
    'log_errors' => false,
]);
[$child] = $fpm->children();
$descriptors = static fn (): int => count(scandir("/proc/$child/fd"));
$connections = static fn (): int => count(array_filter($redis->clients(), fn (array $one): bool => $one['name'] === 'fpm'));
$free = $fpm->script('$lock = new RedisMutexLock(); echo json_encode([$lock->lock("other"), $lock->held()]);');
$waits = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("own", 0, 600);
    echo "waits";
    $lock->lock("a", 60, 600, 60000000);
    echo "never";');
Check::same('[true,["other"]]', $fpm->request($free)['body'], 'the worker works');
$before = $descriptors();

$queue = new Queue($server, 'a');
foreach (['alone', 'with one behind it', 'once more'] as $round => $how) {
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock('a', 0, 600), "$how: held");
    $request = $fpm->begin($waits);
    $queue->reaches(1);
    $behind = $round === 1 ? $queue->waiter() : null;
    // The signal by which PHP's own time limit strikes: waiting itself takes none of that time.
    exec("kill -PROF $child");
    $body = $request->response()['body'];
    Check::same(1, preg_match('/^waits\s.*Maximum execution time of \d+ seconds? exceeded/s', $body), "$how: $body");
    Check::same(count($behind ? [1] : []), count($queue->tokens()), "$how: who waits");
    Check::same(0, $redis->call('EXISTS', 'lock:own'), "$how: its other lock is released");
    Check::true($holder->unlock('a'), "$how: released");
    if ($behind) {
        $behind->expect('granted');
        $behind->tell('end');
        $behind->finish();
    }
    Check::same(null, $queue->holder(), "$how: free");
    Check::same('[true,["other"]]', $fpm->request($free)['body'], "$how: the same worker goes on");
    Check::same([$child], $fpm->children(), "$how: the same process");
    Check::between(0, $before, $descriptors(), "$how: descriptors");
    Check::eventually(fn (): bool => $connections() <= 1, 5, "$how: one connection at most");
}
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
