--TEST--
Each question about a share survives one lost command or reply: it answers truly, grants one share, and leaves the others alone
--FILE--
<?php
LostReply::each(function (RedisServer $server, Proxy $proxy, callable $next, array $config): void {
    $redis = $server->client();
    $losses = 0;
    $lose = static function (string $command) use ($next, &$losses): void {
        $next($command);
        $losses++;
    };
    $other = new RedisMutexLock($server->url());
    Check::true($other->lockShared('a', 0, 600), 'a share of another object');
    $alone = [$other->token('a')];
    $number = 0;
    $shares = static fn (): array => $redis->call('ZRANGE', 'lock:a', 0, -1);
    $owned = function (RedisMutexLock $lock, string $case) use ($redis, $shares, $alone): void {
        $token = $lock->token('a');
        // The order in the set is that of the ends of the leases.
        Check::same([$token, ...$alone], $shares(), "$case: the shares in Redis");
        Check::same([['a'], true], [$lock->held(), $lock->isLocking('a')], "$case: what it holds");
        $left = (int) $redis->call('ZSCORE', 'lock:a', $token) - intdiv((int) vsprintf('%d%06d', $redis->call('TIME')), 1000);
        Check::between(50_000, 60_000, $left, "$case: milliseconds of its lease");
        Check::between(300_000, 600_000, $redis->call('PTTL', 'lock:a'), "$case: milliseconds of the key");
    };
    $make = function () use ($config, &$number): RedisMutexLock {
        // Each name of a connection makes a connection of its own.
        $lock = new RedisMutexLock($config + ['retry_for' => 60, 'name' => 'c' . ++$number]);
        $lock->isLocked('warm');

        return $lock;
    };
    $grants = [
        'without a wait' => static fn (RedisMutexLock $lock): bool => $lock->lockShared('a', 0, 60),
        'with a wait' => static fn (RedisMutexLock $lock): bool => $lock->lockShared('a', 60, 60),
        // A second share for the same call would be beyond this limit.
        'with a limit' => static fn (RedisMutexLock $lock): bool => $lock->lockShared('a', 60, 60, limit: 2),
        'adopt' => static function (RedisMutexLock $lock) use ($server, $redis): bool {
            $giver = new RedisMutexLock($server->url());
            Check::true($giver->lockShared('a', 0, 30, limit: 2), 'what is adopted');

            return $lock->adopt('a', $giver->detach('a'), 60);
        },
    ];
    foreach ($grants as $what => $call) {
        foreach (['EVALSHA', 'EVAL'] as $command) {
            $lock = $make();
            // A script that the server does not know is sent whole.
            $command === 'EVAL' && $redis->call('SCRIPT', 'FLUSH');
            $lose($command);
            Check::true($call($lock), "$what, $command");
            $owned($lock, "$what, $command");
            $proxy->clear();
            $lose('EVALSHA');
            Check::true($lock->unlock('a'), "$what, $command: unlock");
            Check::same($alone, $shares(), "$what, $command: the other share alone");
            $proxy->clear();
            Check::same(false, $lock->unlock('a'), "$what, $command: unlock again");
        }
    }
    // Questions about a share that is there, and about one that is gone.
    $lock = $make();
    Check::true($lock->lockShared('a', 0, 30), 'a share');
    // An object that has learnt of its loss asks no more.
    $gone = [$make(), $make()];
    foreach ($gone as $one) {
        Check::true($one->lockShared('a', 0, 30), 'one more');
        $redis->call('ZREM', 'lock:a', $one->token('a'));
    }
    $late = $make();
    Check::true($late->lockShared('late', 10, 0.6), 'one that runs out');
    // The server counts from the moment at which it has granted the share, so its end comes later there than here.
    Check::eventually(static fn (): bool => $redis->call('EXISTS', 'lock:late') === 0, 10, 'its end');
    Check::same(null, $late->remaining('late'), 'what is left of it');
    $answers = [
        'isLocking' => [static fn (): bool => $lock->isLocking('a'), 'ZSCORE', true],
        'isLocking of what is gone' => [static fn (): bool => $gone[0]->isLocking('a'), 'ZSCORE', false],
        'expire' => [static fn (): bool => $lock->expire('a', 60), 'EVALSHA', true],
        'expire of what is gone' => [static fn (): bool => $gone[1]->expire('a', 60), 'EVALSHA', false],
        'unlock of what ran out' => [static fn (): bool => $late->unlock('late'), 'EVALSHA', false],
    ];
    foreach ($answers as $what => [$call, $command, $expected]) {
        $lose($command);
        Check::same($expected, $call(), $what);
        $proxy->clear();
    }
    $owned($lock, 'after the questions');
    $result = $lock->unlock('a') && $other->unlock('a') ? $lock->synchronizedShared('a', function () use ($lose): string {
        $lose('EVALSHA');

        return 'result';
    }, 0, 60) : 'not released';
    Check::same(['result', 0], [$result, $redis->call('EXISTS', 'lock:a')], 'a section whose release is lost');
    $lost = array_filter($proxy->log(), static fn (array $seen): bool => $seen['did'] !== 'pass');
    Check::same($losses, count($lost), 'commands that were lost');
});
echo "done\n";
?>
--EXPECT--
done
