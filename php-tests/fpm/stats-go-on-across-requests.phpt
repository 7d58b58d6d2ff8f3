--TEST--
stats: the counters of a worker go on from request to request, and the end of a request counts
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('counted');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url(), 'redis_mutex_lock.command_timeout' => 10]);
$script = $fpm->script('$stats = RedisMutexLock::stats();
    @(new RedisMutexLock())->lock("' . $name . '-object", 0, 60);
    $GLOBALS["held"] = new RedisMutexLock();
    $GLOBALS["held"]->lock("' . $name . '-request", 0, 60);
    $GLOBALS["held"]->lock("' . $name . '-request", 0, 60);
    echo json_encode([getmypid(), $stats]);');
$ask = static function () use ($fpm, $script): array {
    $answer = $fpm->request($script);

    return json_decode($answer['body'], true) ?? throw new Exception(json_encode($answer));
};
for ($i = 0; $i < 5; $i++) {
    [$pid, $stats] = $ask();
    Check::same(
        [2 * $i, $i, 2 * $i, 0, min($i, 1)],
        [$stats['acquired'], $stats['refused'], $stats['released'], $stats['lost'], $stats['connections_opened']],
        "before request $i",
    );
}
// Another process has counters of its own.
$fpm->killChild($pid);
Check::eventually(fn (): bool => !in_array($pid, $fpm->children(), true) && $fpm->children() !== [], 10, 'a new worker');
$redis->client()->call('DEL', "lock:$name-object", "lock:$name-request");
[$other, $stats] = $ask();
Check::true($other !== $pid, 'another process');
Check::same([0, 0, 0], [$stats['acquired'], $stats['refused'], $stats['released']], 'it starts at zero');

echo 'done';
?>
--EXPECT--
done
