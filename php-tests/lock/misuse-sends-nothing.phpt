--TEST--
Misuse is found before anything is connected or sent
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$state = static function () use ($redis): array {
    $stats = $redis->commandstats();
    unset($stats['info']);
    preg_match('/total_connections_received:\d+/', $redis->call('INFO', 'stats'), $connections);

    return [$stats, $connections];
};
/** Every way to misuse $lock that the methods have. */
$misuse = static function (RedisMutexLock $lock): int {
    $long = str_repeat('x', 4097);
    $calls = [['expire', 'a'], ['adopt', 'a'], ['synchronized', 'a'], ['synchronized', 'a', 'nowhere', 0, 5], ['adopt', 'a', ''],
        ['adopt', 'a', $long], ['adopt', 'a', []], ['unlockAll', 1], ['held', 1], ['lock', '', 0, null],
        ['lock', 'a', -1, null], ['synchronized', 'a', 'nowhere'], ['adopt', 'a', '', null]];
    foreach (['lock', 'unlock', 'release', 'isLocking', 'isLocked', 'owner', 'remaining', 'token', 'fence', 'detach',
        'forceUnlock', 'expire', 'adopt', 'synchronized'] as $method) {
        $more = ['expire' => [5], 'adopt' => ['t'], 'synchronized' => ['time', 0, 5]][$method] ?? [];
        array_push($calls, [$method], [$method, '', ...$more], [$method, $long, ...$more], [$method, [], ...$more]);
    }
    foreach ([-1, NAN, INF, -INF, 'soon', []] as $wrong) {
        array_push($calls, ['lock', 'a', $wrong], ['synchronized', 'a', 'time', $wrong, 5]);
        array_push($calls, ['lock', 'a', 0, $wrong], ['synchronized', 'a', 'time', 0, $wrong], ['expire', 'a', $wrong]);
        array_push($calls, ['adopt', 'a', 't', $wrong], ['lock', 'a', 0, 5, is_float($wrong) ? 0 : $wrong]);
    }
    foreach ($calls as $call) {
        $method = array_shift($call);
        $thrown = null;
        try {
            $lock->$method(...$call);
        } catch (TypeError | ValueError | RedisMutexLockException $thrown) {
        }
        Check::true($thrown !== null, "$method throws for " . substr(var_export($call, true), 0, 60));
    }

    return count($calls);
};

$before = $state();
Check::true($misuse(new RedisMutexLock($server->url())) > 100, 'calls');
Check::same($before, $state(), 'commands and connections without a connection');

$lock = new RedisMutexLock($server->url());
$lock->lock('other');
$before = $state();
$misuse($lock);
Check::same($before, $state(), 'commands and connections with one');
Check::same(['other'], $lock->held(), 'held');

echo 'done';
?>
--EXPECT--
done
