--TEST--
lock, adopt and synchronized survive one lost command or reply: true, one grant, and the same fencing token as in Redis
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$faults = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'resetAfter'], ['do' => 'swallow'], ['do' => 'stall'],
    ['do' => 'halfReply', 'bytes' => 1], ['do' => 'halfReply', 'bytes' => 3, 'then' => 'stall'],
];
// Only silence costs a whole command_timeout.
$timeout = fn (array $fault): float => $fault['do'] === 'swallow' || in_array('stall', $fault, true) ? 0.8 : 5;
$make = fn (array $fault, array $config): RedisMutexLock => new RedisMutexLock(
    ['url' => $proxy->url(), 'command_timeout' => $timeout($fault), 'retry_for' => 60] + $config,
);
$verbs = [
    'lock' => [fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60), 'SET'],
    'lock, fencing' => [fn (RedisMutexLock $lock) => $lock->lock('a', 0, 60), 'EVALSHA'],
    'lock, waiting' => [fn (RedisMutexLock $lock) => $lock->lock('a', 5, 60), 'SET'],
    'lock, fencing, waiting' => [fn (RedisMutexLock $lock) => $lock->lock('a', 5, 60), 'EVALSHA'],
    'adopt' => [fn (RedisMutexLock $lock) => $lock->adopt('a', 'detached', 60), 'EVALSHA'],
    'adopt, fencing' => [fn (RedisMutexLock $lock) => $lock->adopt('a', 'detached', 60), 'EVALSHA'],
];
$owned = function (RedisMutexLock $lock, string $case) use ($redis): void {
    $token = $lock->token('a');
    Check::same($token, $redis->call('GET', 'lock:a'), "$case: the key is of this lock");
    Check::same(['a'], $lock->held(), "$case: held");
    Check::between(50_000, 60_000, $redis->call('PTTL', 'lock:a'), "$case: PTTL");
    [$fence, $of] = $redis->call('HMGET', 'lock:a:fence:{lock:a}', 'fence', 'token');
    if (str_contains($case, 'fencing')) {
        Check::same([(int) $fence, $of], [$lock->fence('a'), $token], "$case: the fence and its token in Redis");
    }
    Check::same(false, (new RedisMutexLock($GLOBALS['server']->url()))->lock('a'), "$case: nobody else gets it");
};
$number = 0;
foreach ($verbs as $verb => [$call, $command]) {
    foreach ($faults as $fault) {
        foreach (['a rested connection', 'a fresh connection'] as $which) {
            $case = "$verb, {$fault['do']}, $which";
            // Each configuration has a connection of its own.
            $lock = $make($fault, ['fencing' => str_contains($verb, 'fencing'), 'name' => 'c' . ++$number]);
            $proxy->clear();
            $which === 'a fresh connection' || $lock->isLocked('warm');
            if (str_contains($verb, 'adopt')) {
                $redis->call('SET', 'lock:a', 'detached', 'PX', 10_000);
            }
            $proxy->rule(['command' => $command, 'times' => 1] + $fault);
            Check::true($call($lock), $case);
            $owned($lock, $case);
            Check::true($lock->unlock('a'), "$case: unlock");
            Check::same(0, $redis->call('EXISTS', 'lock:a'), "$case: the key is gone");
        }
    }
}
foreach ($faults as $fault) {
    $lock = $make($fault, ['fencing' => true]);
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1] + $fault);
    $result = $lock->synchronized('a', function () use ($lock, $owned, $fault) {
        $owned($lock, "synchronized, fencing, {$fault['do']}");

        return 'result';
    }, 0, 60);
    Check::same(['result', 0], [$result, $redis->call('EXISTS', 'lock:a')], "synchronized, {$fault['do']}");
    $proxy->clear();
}
echo "done\n";
?>
--EXPECT--
done
