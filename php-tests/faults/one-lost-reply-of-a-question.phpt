--TEST--
isLocking, isLocked, owner, forceUnlock and expire ask again after one lost command or reply, and answer truly
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
$redis->call('SET', 'lock:theirs', 'somebody');
// Only silence costs a whole command_timeout.
$timeout = fn (array $fault): float => $fault['do'] === 'swallow' || in_array('stall', $fault, true) ? 0.8 : 5;
foreach ($faults as $fault) {
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $timeout($fault)]);
    Check::true($lock->lock('warm') && $lock->unlock('warm'), 'the scripts are known');
    Check::true($lock->lock('mine', 0, 60) && $lock->lock('lost', 0, 60), 'before');
    $redis->call('SET', 'lock:forced', 'somebody');
    $redis->call('SET', 'lock:lost', 'somebody');
    $answers = [
        'isLocking, mine' => [fn () => $lock->isLocking('mine'), 'GET', true],
        'isLocked, mine' => [fn () => $lock->isLocked('mine'), 'EXISTS', true],
        'isLocked, free' => [fn () => $lock->isLocked('free'), 'EXISTS', false],
        'owner, theirs' => [fn () => $lock->owner('theirs'), 'GET', 'somebody'],
        'owner, free' => [fn () => $lock->owner('free'), 'GET', null],
        'expire, mine' => [fn () => $lock->expire('mine', 90), 'EVALSHA', true],
        'expire, lost' => [fn () => $lock->expire('lost', 90), 'EVALSHA', false],
        'unlock, lost' => [fn () => $lock->unlock('lost'), 'EVALSHA', false],
        'forceUnlock' => [fn () => $lock->forceUnlock('forced'), 'GET', true],
    ];
    foreach ($answers as $what => [$call, $command, $expected]) {
        $proxy->rule(['command' => $command, 'times' => 1] + $fault);
        Check::same($expected, $call(), "$what, {$fault['do']}");
        $proxy->clear();
    }
    Check::between(80_000, 90_000, $redis->call('PTTL', 'lock:mine'), "expire, {$fault['do']}: PTTL");
    Check::between(80, 90, $lock->remaining('mine'), "expire, {$fault['do']}: remaining");
    Check::same('somebody', $redis->call('GETDEL', 'lock:lost'), "expire and unlock, {$fault['do']}: somebody else's");
    Check::same(0, $redis->call('EXISTS', 'lock:forced'), "forceUnlock, {$fault['do']}: gone");

    // The release is repeated too. Then "not there" means that the first release has worked.
    $redis->call('SET', 'lock:forced', 'somebody');
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1] + $fault);
    Check::true($lock->forceUnlock('forced'), "forceUnlock's release, {$fault['do']}");
    Check::same(0, $redis->call('EXISTS', 'lock:forced'), "forceUnlock's release, {$fault['do']}: gone");
    $proxy->clear();
    Check::true($lock->unlock('mine'), 'unlock');
}
echo "done\n";
?>
--EXPECT--
done
