--TEST--
unlock, unlockAll and synchronized survive one lost release or reply: true, and the key is gone
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
foreach ($faults as $fault) {
    $config = ['url' => $proxy->url(), 'command_timeout' => $timeout($fault)];
    [$lock, $late] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    foreach (['EVALSHA', 'EVAL'] as $command) {
        // After SCRIPT FLUSH the script is sent whole. Its reply may be lost like any other.
        $ready = function () use ($proxy, $redis, $lock, $command, $fault): void {
            $proxy->clear();
            Check::true($lock->lock('warm') && $lock->unlock('warm'), 'warm');
            $command === 'EVAL' && $redis->call('SCRIPT', 'FLUSH');
            $proxy->rule(['command' => $command, 'times' => 1] + $fault);
        };
        $case = "$command {$fault['do']}";
        Check::true($late->lock('late', 10, 0.6), "$case: a short lock");
        foreach (['unlock', 'release'] as $method) {
            Check::true($lock->lock('a', 0, 60), "$case: lock");
            $ready();
            Check::true($lock->$method('a'), "$method, $case");
            Check::same([[], 0], [$lock->held(), $redis->call('EXISTS', 'lock:a')], "$method, $case: nothing left");
            Check::same(false, $lock->$method('a'), "$method, $case: the second time");
        }
        $result = $lock->synchronized('a', function () use ($ready): string {
            $ready();

            return 'result';
        }, 0, 60);
        Check::same(['result', 0], [$result, $redis->call('EXISTS', 'lock:a')], "synchronized, $case");

        $keys = array_map(fn (int $i): string => "lock:$i", range(1, 20));
        array_map(fn (int $i) => Check::true($lock->lock((string) $i, 0, 60), "$case: lock $i"), range(1, 20));
        $ready();
        Check::true($lock->unlockAll(), "unlockAll, $case");
        Check::same([[], 0], [$lock->held(), $redis->call('EXISTS', ...$keys)], "unlockAll, $case: nothing left");

        // A lock that was lost before is not ours after a lost reply, and stays as it is.
        Check::eventually(fn () => $late->remaining('late') === null, 5, 'its end');
        $redis->call('SET', 'lock:late', 'somebody');
        $ready();
        Check::same(false, $late->unlock('late'), "unlock of what ran out, $case");
        Check::same('somebody', $redis->call('GETDEL', 'lock:late'), "$case: somebody else's");
    }
}
echo "done\n";
?>
--EXPECT--
done
