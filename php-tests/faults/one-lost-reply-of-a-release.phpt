--TEST--
unlock, unlockAll and synchronized whose release or its reply is lost are resolved by token: true, and the key is gone
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
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 0.2]);
$warm = fn (): bool => $lock->lock('warm') && $lock->unlock('warm');
foreach ($faults as $fault) {
    foreach (['EVALSHA', 'EVAL'] as $command) {
        // Sent whole after SCRIPT FLUSH; a release is lost there as anywhere.
        $ready = function () use ($proxy, $redis, $warm, $command, $fault): void {
            $proxy->clear();
            $warm();
            $command === 'EVAL' && $redis->call('SCRIPT', 'FLUSH');
            $proxy->rule(['command' => $command, 'times' => 1] + $fault);
        };
        $case = "$command {$fault['do']}";
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

        // What had been taken away before is not made mine by a lost reply, and not harmed.
        Check::true($lock->lock('a', 0, 0.3), "$case: a short lock");
        Check::eventually(fn () => $lock->remaining('a') === null, 5, 'its end');
        $redis->call('SET', 'lock:a', 'somebody');
        $ready();
        Check::same(false, $lock->unlock('a'), "unlock of what ran out, $case");
        Check::same('somebody', $redis->call('GETDEL', 'lock:a'), "$case: somebody else's");
    }
}
echo "done\n";
?>
--EXPECT--
done
