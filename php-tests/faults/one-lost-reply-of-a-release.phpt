--TEST--
unlock, unlockAll and synchronized survive one lost release or reply: true, and the key is gone
--FILE--
<?php
LostReply::each(function (RedisServer $server, Proxy $proxy, callable $lose, array $config): void {
    $redis = $server->client();
    [$lock, $late] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    foreach (['EVALSHA', 'EVAL'] as $command) {
        // After SCRIPT FLUSH the script is sent whole. Its reply may be lost like any other.
        $ready = function () use ($proxy, $redis, $lock, $lose, $command): void {
            $proxy->clear();
            Check::true($lock->lock('warm') && $lock->unlock('warm'), 'warm');
            $command === 'EVAL' && $redis->call('SCRIPT', 'FLUSH');
            $lose($command);
        };
        Check::true($late->lock('late', 10, 0.6), "$command: a short lock");
        foreach (['unlock', 'release'] as $method) {
            Check::true($lock->lock('a', 0, 60), "$command: lock");
            $ready();
            Check::true($lock->$method('a'), "$method, $command");
            Check::same([[], 0], [$lock->held(), $redis->call('EXISTS', 'lock:a')], "$method, $command: nothing left");
            Check::same(false, $lock->$method('a'), "$method, $command: the second time");
        }
        $result = $lock->synchronized('a', function () use ($ready): string {
            $ready();

            return 'result';
        }, 0, 60);
        Check::same(['result', 0], [$result, $redis->call('EXISTS', 'lock:a')], "synchronized, $command");

        $keys = array_map(fn (int $i): string => "lock:$i", range(1, 20));
        array_map(fn (int $i) => Check::true($lock->lock((string) $i, 0, 60), "$command: lock $i"), range(1, 20));
        $ready();
        Check::true($lock->unlockAll(), "unlockAll, $command");
        Check::same([[], 0], [$lock->held(), $redis->call('EXISTS', ...$keys)], "unlockAll, $command: nothing left");

        // A lock that was lost before is not ours after a lost reply, and stays as it is.
        Check::eventually(fn () => $late->remaining('late') === null, 5, 'its end');
        $redis->call('SET', 'lock:late', 'somebody');
        $ready();
        Check::same(false, $late->unlock('late'), "unlock of what ran out, $command");
        Check::same('somebody', $redis->call('GETDEL', 'lock:late'), "$command: somebody else's");
    }
});
echo "done\n";
?>
--EXPECT--
done
