--TEST--
If any allocation of any method fails, the process ends with PHP's fatal error and leaves no lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$processes = new FailingAllocations(<<<'PHP'
    function operations(string $url, string $name, string $token): array
    {
        $lock = new RedisMutexLock($url);
        $other = new RedisMutexLock($url);
        $third = new RedisMutexLock($url);
        if ($name !== '') {
            // The operation may release these locks. The others are held in the end.
            $lock->lock("$name-fixed", 0, 60) && $lock->lock("$name-renewed", 0, null)
                && $other->lock("$name-others", 0, 60) && $third->lock("$name-third", 0, 60) || exit(1);
        }
        return [
            'lock' => fn () => $lock->lock("$name-new", 0, 60),
            'lock with renewal' => fn () => $lock->lock("$name-new", 0, null),
            'lock with fencing' => fn () => @(new RedisMutexLock(['url' => $url, 'fencing' => true]))->lock("$name-new", 0, 60),
            'lock that is held' => fn () => $lock->lock("$name-others"),
            'lock that waits' => fn () => $lock->lock("$name-others", 0.05),
            'lock that nobody reaches' => fn () => @(new RedisMutexLock(['port' => 1, 'retry_for' => 0.01]))->lock("$name-new"),
            'lock without a name' => fn () => $lock->lock(''),
            'lock and unlock' => fn () => $lock->lock("$name-new", 0, 60) && $lock->unlock("$name-new"),
            'unlock' => fn () => $lock->unlock("$name-fixed"),
            'unlock with renewal' => fn () => $lock->unlock("$name-renewed"),
            'unlockAll' => fn () => $lock->unlockAll(),
            'expire' => fn () => $lock->expire("$name-renewed", 60),
            'synchronized' => fn () => $lock->synchronized("$name-new", fn () => str_repeat('x', 10), 0, 60),
            'synchronized with renewal' => fn () => $lock->synchronized("$name-new", fn () => [new stdClass(), str_repeat('x', 10)]),
            'synchronized that times out' => fn () => $lock->synchronized("$name-others", fn () => 1, 0, 60),
            'synchronized that is lost' => fn () => $lock->synchronized("$name-new", fn () => $other->forceUnlock("$name-new"), 0, 60),
            'synchronized that throws' => fn () => $lock->synchronized("$name-new", fn () => throw new Exception(), 0, 60),
            'synchronized without a callback' => fn () => $lock->synchronized("$name-new", 'no such function', 0, 60),
            'adopt' => fn () => $lock->adopt("$name-left", $token, 60),
            'adopt with renewal' => fn () => $lock->adopt("$name-left", $token, null),
            'adopt in vain' => fn () => $lock->adopt("$name-others", $token, 60),
            'onLost' => fn () => $lock->onLost(fn () => 1),
            'onLost with a name' => fn () => $lock->onLost('strlen'),
            'onLost with a method' => fn () => $lock->onLost([$other, 'unlock']),
            'onLost with null' => fn () => $lock->onLost(null),
            'onLost in vain' => fn () => $lock->onLost('no such function'),
            'a callback of onLost' => function () use ($lock, $other, $name): void {
                $lock->onLost(fn (string $name) => str_repeat($name, 3));
                $other->forceUnlock("$name-renewed");
                $lock->isLocking("$name-renewed");
                $lock->held();
            },
            'forceUnlock' => fn () => $lock->forceUnlock("$name-foreign"),
            'generateToken' => fn () => RedisMutexLock::generateToken(),
            'owner' => fn () => $lock->owner("$name-foreign"),
            'token' => fn () => $lock->token("$name-fixed"),
            'held' => fn () => $lock->held(),
            'stats' => fn () => RedisMutexLock::stats(),
            'isLocking and others' => fn () => [$lock->isLocking("$name-fixed"), $lock->isLocked("$name-fixed"), $lock->remaining("$name-fixed"), $lock->fence("$name-fixed")],
            'the constructor' => fn () => new RedisMutexLock(['url' => $url, 'name' => 'made', 'options' => ['x' => [1]], 'lease' => '5']),
            'the constructor with a URL' => fn () => @(new RedisMutexLock("$url?lease=5"))->lock("$name-new", 0, 60),
            'the constructor without anything' => fn () => new RedisMutexLock(),
            'the constructor in vain' => fn () => new RedisMutexLock(['hots' => 'x']),
            'a call of a constructor again' => fn () => $lock->__construct(),
            'the end of an object' => function () use (&$third): void {
                $third = null;
            },
            'a dump' => function () use ($lock): void {
                print_r($lock, true) . var_export($lock, true) . json_encode($lock);
            },
            'a property that it does not have' => fn () => [isset($lock->{"\xff"}), $lock->{"\xff"} ?? 1, @$lock->{"\xff"}],
            'a property that it cannot have' => fn () => $lock->{"\xff"} = 1,
            'a clone' => fn () => clone $lock,
        ];
    }
    function attempt(int $n, string $operation, string $url, string $name, string $token): void
    {
        $operations = operations($url, $name, $token);
        if ($operation === '') {
            array_map(say(...), array_keys($operations));
            return;
        }
        try {
            fail_allocation($n);
            $result = $operations[$operation]();
        } catch (Throwable) {
        }
        fail_no_allocation();
    }
    PHP);
$processes->attempt(0, '', $server->url(), '', '');
$operations = $processes->said;
$failures = 0;
foreach ($operations as $operation) {
    $n = 0;
    do {
        $name = Check::unique('allocation');
        $token = bin2hex(random_bytes(16));
        // One key belongs to a detached lock, the other one to another library. Both stay if the method does not come
        // so far.
        $redis->call('MSET', "lock:$name-left", $token, "lock:$name-foreign", 'foreign');
        $failed = $processes->attempt($n, $operation, $server->url(), $name, $token);
        $case = "$operation, allocation $n";
        $left = [];
        foreach ($redis->call('KEYS', "lock:$name*") as $key) {
            if (!str_contains($key, ':fence:')) {
                $left[$key] = $redis->call('GET', $key);
            }
        }
        Check::same([], array_diff($left, [$token, 'foreign']), "$case: what is left");
        Check::same([], array_diff(array_keys($left), ["lock:$name-left", "lock:$name-foreign"]), "$case: locks that are left");
        $left === [] || $redis->call('DEL', ...array_keys($left));
        $failures += (int) $failed;
        $n++;
    } while ($failed && $n < 300);
    Check::same(false, $failed, "$operation: one succeeds in the end");
}
// Most operations need memory.
Check::true($failures > 2 * count($operations), "$failures failures");
$processes->finish();
echo 'done';
?>
--EXPECT--
done
