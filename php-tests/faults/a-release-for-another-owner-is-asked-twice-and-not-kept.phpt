--TEST--
unlock() and expire() with another's token ask once more after a lost reply, and "not yours" is then a release; Unavailable keeps nothing
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\Stats;

$server = RedisServer::start();
$redis = $server->client();
$proxy = Proxy::to($server);
$faults = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'resetAfter'], ['do' => 'swallow'], ['do' => 'stall'],
    ['do' => 'halfReply', 'bytes' => 1], ['do' => 'halfReply', 'bytes' => 3, 'then' => 'stall'],
];
// Only silence costs a whole command_timeout.
$isSilent = fn (array $fault): bool => $fault['do'] === 'swallow' || in_array('stall', $fault, true);
foreach ($faults as $fault) {
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $isSilent($fault) ? 2 : 10]);
    Check::true($lock->lock('warm') && $lock->expire('warm', 5) && $lock->unlock('warm'), 'the scripts are known');
    $case = $fault['do'];
    $lose = static function (int $times) use ($proxy, $redis, $fault): void {
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        $proxy->rule(['command' => 'EVAL*', 'times' => $times] + $fault);
    };
    $lose(1);
    $moved = Stats::moved(fn () => Check::true($lock->unlock('theirs', 'somebody'), "$case: unlock"));
    Check::same(1, $moved['released'] ?? 0, "$case: counted once");
    Check::same(0, $redis->call('EXISTS', 'lock:theirs'), "$case: released");
    $proxy->clear();

    $lose(1);
    Check::true($lock->expire('theirs', 90, 'somebody'), "$case: expire");
    Check::between(80_000, 90_000, $redis->call('PTTL', 'lock:theirs'), "$case: PTTL");
    $proxy->clear();
    if ($isSilent($fault)) {
        continue;
    }
    // The first release may have done it: nobody can tell that the token was never the owner's.
    $lose(1);
    Check::true($lock->unlock('theirs', 'never'), "$case: unlock with a wrong token after a lost reply");
    Check::same('somebody', $redis->call('GET', 'lock:theirs'), "$case: the lock stays");
    $proxy->clear();
    $lose(1);
    Check::same(false, $lock->expire('theirs', 90, 'never'), "$case: expire with a wrong token");
    $proxy->clear();
}

foreach (['cutBefore', 'cutAfter'] as $do) {
    foreach (['unlock' => fn ($lock) => $lock->unlock('theirs', 'somebody'), 'expire' => fn ($lock) => $lock->expire('theirs', 9, 'somebody')] as $what => $call) {
        $lock = new RedisMutexLock($proxy->url());
        Check::true($lock->lock('warm') && $lock->expire('warm', 5) && $lock->unlock('warm'), 'the scripts are known');
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        $proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => $do]);
        Check::throws(RedisMutexLockUnavailableException::class, fn () => $call($lock));
        $proxy->clear();
        $done = $what === 'unlock' && $do === 'cutAfter';
        Check::same($done ? 0 : 1, $redis->call('EXISTS', 'lock:theirs'), "$what, $do: whether the server did it");
        // Nothing of it is kept: neither the next command nor the end of the object releases it.
        $redis->call('SET', 'lock:theirs', 'somebody', 'PX', 60_000);
        Check::same([false, [], null], [$lock->lock('theirs'), $lock->held(), $lock->token('theirs')], "$what, $do: the next command");
        Check::true($lock->unlockAll(), "$what, $do: unlockAll");
        $lock = null;
        Check::same('somebody', $redis->call('GETDEL', 'lock:theirs'), "$what, $do: the lock stays");
    }
}
echo "done\n";
?>
--EXPECT--
done
