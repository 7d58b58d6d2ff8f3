--TEST--
A thread belongs to a worker, never to the master; it renews after fastcgi_finish_request and ends with client abort
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$fpm = Fpm::start(1, ini: [
    'redis_mutex_lock.url' => $server->url(), 'redis_mutex_lock.lease' => '4.5',
    'output_buffering' => '0', 'ignore_user_abort' => '0',
]);
[$worker] = $fpm->children();
$master = (int) explode(' ', preg_replace('/^.*\) /', '', file_get_contents("/proc/$worker/stat")))[1];
$threads = static fn (): array => [count(Holder::threads($master)), count(Holder::threads($worker))];
Check::same([0, 0], $threads(), 'before the first request');
$fpm->request($fpm->script('$lock = new RedisMutexLock(); $lock->lock("fixed", 0, 1);'));
Check::same([0, 0], $threads(), 'after a request with a fixed lock');

$finished = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([$lock->lock("a", expire: null), $lock->lock("b", expire: null)]);
    fastcgi_finish_request();
    $renewed = fn () => RedisMutexLock::stats()["renewed"];
    for ($before = $renewed(), $end = time() + 10; $renewed() < $before + 2 && time() < $end; usleep(2000));
    $lock->lock("kept-" . json_encode([$lock->isLocking("a"), count($lock->held())]), 0, 60);
    $lock->detach("kept-[true,2]");');
Check::same('[true,true]', $fpm->request($finished)['body'], 'the answer');
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:a', 'lock:b') === 0, 10, 'free at the end of the script');
Check::same(1, $redis->call('EXISTS', 'lock:kept-[true,2]'), 'held to the end of the script');
$redis->call('DEL', 'lock:kept-[true,2]');
Check::same([0, 1], $threads(), 'with renewed locks');

$endless = $fpm->script('$lock = new RedisMutexLock(["lease" => 30]);
    $lock->lock("a", expire: null);
    for ($end = time() + 60; time() < $end;) {
        echo str_repeat("x", 65536);
        flush();
        usleep(1000);
    }');
$request = $fpm->begin($endless);
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:a') === 1, 10, 'the request holds it');
$request->abort();
Check::eventually(fn (): bool => $redis->call('EXISTS', 'lock:a') === 0, 10, 'free after the client has gone');

// The same worker and thread, one request after another.
$short = $fpm->script('$lock = new RedisMutexLock(); echo json_encode([getmypid(), $lock->lock("a", expire: null)]);');
for ($i = 0; $i < 20; $i++) {
    Check::same(json_encode([$worker, true]), $fpm->request($short)['body'], "request $i");
}
Check::same([0, 1], $threads(), 'in the end');
Check::same([], $redis->call('KEYS', 'lock:*'), 'keys');
echo 'done';
?>
--EXPECT--
done
