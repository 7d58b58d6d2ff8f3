--TEST--
poolStats: what a worker counted stays when it is killed and when it is replaced, and a reload of php-fpm begins anew
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('killed');
$fpm = Fpm::start(1, ['pm.max_requests' => 3], ['redis_mutex_lock.url' => $redis->url(), 'redis_mutex_lock.command_timeout' => 20]);
$script = $fpm->script('$lock = new RedisMutexLock();
    $lock->lock("' . $name . '") && $lock->unlock("' . $name . '");
    echo json_encode([getmypid(), RedisMutexLock::stats(), RedisMutexLock::poolStats()]);');
$ask = static fn (): array => json_decode($fpm->request($script)['body'], true);
[$first, , $all] = $ask();
Check::same([1, 1, 1], [$all['acquired'], $all['released'], $all['connections_opened']], 'one request');
$since = $all['since'];

$fpm->killChild($first);
Check::eventually(fn (): bool => !in_array($first, $fpm->children(), true) && $fpm->children() !== [], 10, 'a new worker');
[$second, $own, $all] = $ask();
Check::true($second !== $first, 'another worker');
Check::same([1, 2, 2, 2], [$own['acquired'], $all['acquired'], $all['released'], $all['connections_opened']], 'after SIGKILL');

// This worker has served one request, and ends after two more.
$ask();
[$last] = $ask();
Check::same($second, $last, 'the third request of one worker');
[$third, $own, $all] = $ask();
Check::true($third !== $second, 'a worker that replaces it');
Check::same([1, 5], [$own['acquired'], $all['acquired']], 'after its end');
Check::same($since, $all['since'], 'all of that since the master started');

$before = microtime(true);
$fpm->reload();
[, $own, $all] = $ask();
Check::same([1, 1], [$own['acquired'], $all['acquired']], 'after a reload');
Check::between($before, microtime(true), $all['since'], 'which since tells');

echo 'done';
?>
--EXPECT--
done
