--TEST--
When the system gives no thread, null is refused with an exception before anything is sent; a number works, and null does when there is one
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock($argv[1]);
    // The process takes all the memory that it needs before memory becomes short.
    $try = static function () use ($lock): string {
        $said = [];
        foreach ([
            fn () => $lock->lock('a', 0, null),
            fn () => $lock->synchronized('a', fn () => true),
            fn () => $lock->adopt('a', 'x', null),
        ] as $call) {
            try {
                $said[] = $call() ? 'true' : 'false';
            } catch (RedisMutexLockException $exception) {
                $said[] = $exception::class . ' ' . preg_replace('/(no thread to renew leases).*/', '$1', $exception->getMessage());
            }
        }
        return implode(', ', $said);
    };
    Tests\Check::true($lock->lock('b', 0, 60), 'a fixed lock');
    Tests\Check::true($lock->unlock('b'), 'unlock');
    say('ready');
    hear();
    say($try());
    say(json_encode([$lock->lock('b', 0, 60), $lock->unlock('b'), $lock->held()]));
    hear();
    Tests\Check::true($lock->lock('c', 0, null), 'with a thread');
    say(json_encode([$lock->held(), count(Tests\Holder::threads(getmypid()))]));
    hear();
    PHP, [$server->url()]);
$worker->expect('ready');
preg_match('/^VmSize:\s+(\d+) kB/m', file_get_contents("/proc/$worker->pid/status"), $found);
// The free address space is smaller than the stack of a thread.
exec(sprintf('prlimit --pid %d --as=%d:unlimited', $worker->pid, ((int) $found[1] + 128) * 1024), result_code: $code);
Check::same(0, $code, 'prlimit');
$calls = static fn (): array => array_diff_key($redis->commandstats(), ['info' => 0]);
$before = $calls();
$worker->tell('try');
$refused = 'RedisMutexLockException RedisMutexLock: no thread to renew leases';
$worker->expect("$refused, $refused, $refused");
$worker->expect('[true,true,[]]');
// One SET and one release, both of the fixed lock.
Check::same(($before['set'] ?? 0) + 1, $calls()['set'] ?? 0, 'SET since');
Check::same(0, $redis->call('EXISTS', 'lock:a'), 'nothing was taken');
exec("prlimit --pid $worker->pid --as=unlimited:unlimited", result_code: $code);
$worker->tell('again');
$worker->expect('[["c"],1]');
$worker->tell('end');
$worker->finish();
Check::same([], $redis->call('KEYS', 'lock:*'), 'keys');
echo 'done';
?>
--EXPECT--
done
