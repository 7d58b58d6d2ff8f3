--TEST--
Over five servers every end of a request of php-fpm releases its locks, the next request starts without locks, and one connection a server is kept
--FILE--
<?php
$set = QuorumSet::start();
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $set->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
foreach (Endings::ofRequest() as $what => $code) {
    $script = $fpm->script('[$url, $name, $expire] = [null, "a", 600];
        $lock = new RedisMutexLock();
        header("X-Locked: " . json_encode([$lock->lock($name, 0, 600), $lock->lock("$name-2", 0, null), $lock->isLocking($name)]));
        ' . $code);
    $answer = $fpm->request($script, seconds: 60);
    Check::same('[true,true,true]', $answer['headers']['x-locked'] ?? null, "$what: it was locked");
    $set->vanishes();
    $next = $fpm->script('$lock = new RedisMutexLock();
        echo json_encode([$lock->held(), $lock->token("a"), $lock->unlock("a"), $lock->unlockAll()]);');
    Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$what: nothing is carried over");
}
$script = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("a") && $lock->unlock("a");
    echo RedisMutexLock::stats()["connections_opened"];');
$opened = $fpm->request($script)['body'];
foreach ([1, 2, 3] as $ignored) {
    Check::same($opened, $fpm->request($script)['body'], 'no request opens a connection');
}
echo 'done';
?>
--EXPECT--
done
