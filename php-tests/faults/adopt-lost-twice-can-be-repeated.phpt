--TEST--
An adopt that lost both tries is Unavailable; adopt with the same old token finishes it, any other command for the name frees the token first
--FILE--
<?php
$server = RedisServer::shared();
Together::each(['cutAfter', 'cutBefore', 'swallow', 'stall', 'resetAfter'], function (string $do) use ($server): void {
    $redis = $server->client();
    $proxy = Proxy::to($server);
    $name = Check::unique('name');
    foreach ([false, true] as $fencing) {
        $did = in_array($do, ['cutAfter', 'swallow', 'resetAfter'], true);
        $case = $do . ($fencing ? ', fencing' : '');
        // Only silence costs a whole command_timeout.
        $timeout = in_array($do, ['swallow', 'stall'], true) ? 0.6 : 5;
        $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $timeout, 'fencing' => $fencing]);
        $redis->call('SET', "lock:w$name", 'warm', 'PX', 5000);
        $lock->adopt("w$name", 'warm', 1);
        $lock->unlock("w$name");
        $fail = function () use ($lock, $redis, $proxy, $name, $do): ?string {
            $redis->call('SET', "lock:$name", 'detached', 'PX', 60000);
            $proxy->rule(['command' => 'EVAL*', 'times' => 2, 'do' => $do]);
            Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->adopt($name, 'detached', 60));
            Check::same([], $lock->held(), "$do: not held");
            // A request that is still in flight would pass without the rule.
            $proxy->drop();
            $proxy->clear();

            return $redis->call('GET', "lock:$name");
        };
        $token = $fail();
        Check::same($did, $token !== 'detached', "$case: whether the server did it");
        Check::true($lock->adopt($name, 'detached', 60), "$case: adopt again");
        Check::same($lock->token($name), $redis->call('GET', "lock:$name"), "$case: owned");
        if ($did) {
            Check::same($token, $lock->token($name), "$case: under the token that the first one had given");
        }
        if ($fencing) {
            $kept = $redis->call('HGET', "lock:$name:fence:{lock:$name}", 'fence');
            Check::same((int) $kept, $lock->fence($name), "$case: one fence for one adoption");
        }
        Check::true($lock->unlock($name), "$case: unlock");

        // adopt with another old token, or lock: the lock that the first adopt may have got is freed, and no other.
        $fail();
        Check::same(false, $lock->adopt($name, 'other', 60), "$case: adopt of another token");
        Check::same($did ? null : 'detached', $redis->call('GET', "lock:$name"), "$case: after another token");
        $fail();
        Check::same($did, $lock->lock($name, 0, 60), "$case: lock");
        Check::same($did ? $lock->token($name) : 'detached', $redis->call('GET', "lock:$name"), "$case: after lock");
        $lock->unlock($name);
        $redis->call('DEL', "lock:$name");
    }
});
echo "done\n";
?>
--EXPECT--
done
