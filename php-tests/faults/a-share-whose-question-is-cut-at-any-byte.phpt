--TEST--
Cut at any byte of its request or of its reply, once or twice, no question about a share leaves one that nobody knows
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$other = new RedisMutexLock($server->url());
Check::true($other->lockShared('a', 0, 600), 'a share of another object');
$alone = [$other->token('a')];
$shares = static fn (): array => $redis->call('ZRANGE', 'lock:a', 0, -1);
$proxy = Proxy::to($server);
$lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => 5, 'retry_for' => 60]);
Check::true($lock->lockShared('a') && $lock->expire('a', 9) && $lock->adopt('a', $lock->detach('a')) && $lock->unlock('a'), 'the scripts are known');
Check::true($lock->lock('x') && $lock->lockShared('x') === false && $lock->unlock('x'), 'and that of a lock');

// What is asked, what it needs, what it answers, whether the object has a share then, and the bytes of the reply.
$granted = strlen("*2\r\n:1\r\n$-1\r\n");
$yes = strlen(":1\r\n");
$needs = static fn () => Check::true($lock->lockShared('a', 0, 50), 'what it needs');
$detached = '';
$needsDetached = function () use ($needs, $lock, &$detached): void {
    $needs();
    $detached = $lock->detach('a');
};
$questions = [
    'acquire' => [static fn () => null, static fn (): bool => $lock->lockShared('a', 0, 60), true, $granted],
    'acquire, limit' => [static fn () => null, static fn (): bool => $lock->lockShared('a', 60, 60, limit: 2), true, $granted],
    'expire' => [$needs, static fn (): bool => $lock->expire('a', 60), true, $yes],
    'adopt' => [$needsDetached, function () use ($lock, &$detached): bool {
        return $lock->adopt('a', $detached, 60);
    }, true, $granted],
    'release' => [$needs, static fn (): bool => $lock->unlock('a'), false, $yes],
];
foreach ($questions as $what => [$prepare, $ask, $holds, $length]) {
    for ($bytes = 0; $bytes < $length; $bytes++) {
        foreach ([1, 2] as $times) {
            $case = "$what, $bytes bytes of the reply, $times times";
            $prepare();
            $proxy->rule(['command' => 'EVALSHA', 'times' => $times, 'do' => 'halfReply', 'bytes' => $bytes]);
            $cut = count($proxy->log());
            if ($times === 1) {
                Check::true($ask(), $case);
                Check::same($holds, $lock->isLocking('a'), "$case: what it has");
                Check::same($holds ? [$lock->token('a'), ...$alone] : $alone, $shares(), "$case: the shares in Redis");
            } else {
                // A wait would ask a third time.
                $thrown = $what === 'acquire, limit' ? static fn () => $lock->lockShared('a', 0, 60, limit: 2) : $ask;
                Check::throws(RedisMutexLockUnavailableException::class, $thrown);
                Check::same($what === 'expire', $lock->isLocking('a'), "$case: what it has");
            }
            $did = array_column(array_slice($proxy->log(), $cut), 'did');
            Check::same($times, count(array_keys($did, 'halfReply')), "$case: replies that were cut");
            $proxy->clear();
            // The next question for the name releases what is not known to be released.
            $lock->unlock('a');
            Check::same($alone, $shares(), "$case: the other share alone");
        }
    }
}
// The answer to a share that has to wait: it is false, and no place in the queue is left.
$queue = new Queue($server, 'x');
Check::true($other->lock('x', 0, 600), 'a lock');
for ($bytes = 0; $bytes < 30; $bytes++) {
    $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => 'halfReply', 'bytes' => $bytes]);
    Check::same(false, $lock->lockShared('x', 0.02), "$bytes bytes of the reply: refused");
    $proxy->clear();
    Check::same([[], []], [$queue->tokens(), $lock->held()], "$bytes bytes of the reply: nobody waits");
}
Check::true($other->unlock('x'), 'released');
Check::same(['lock:a'], $redis->call('KEYS', 'lock:*'), 'keys that are left');

// The request, cut by a proxy that understands nothing of it.
$blind = BlindProxy::toPort($server->plainPort);
$connect = static function () use ($blind): array {
    $lock = new RedisMutexLock(['port' => $blind->port, 'command_timeout' => 5, 'retry_for' => 60, 'name' => sprintf('c%05d', $blind->accepted())]);

    return [$lock, $blind->accepted() + 1];
};
[$lock, $number] = $connect();
$lock->isLocked('warm');
$greeting = strlen($blind->sent($number));
Check::true($lock->lockShared('a', 0, 60), 'without a cut');
$request = strlen($blind->sent($number)) - $greeting;
Check::true($lock->unlock('a'), 'released');
Check::between(80, 400, $request, 'bytes of a request');
for ($bytes = 1; $bytes <= $request; $bytes++) {
    [$lock, $number] = $connect();
    $blind->rule(['connection' => $number, 'from' => 'client', 'after' => $greeting + $bytes, 'do' => 'cut']);
    $lock->isLocked('warm');
    Check::same($number, $blind->accepted(), "$bytes bytes of the request: not cut yet");
    Check::true($lock->lockShared('a', 0, 60), "$bytes bytes of the request: granted");
    Check::true($blind->accepted() > $number, "$bytes bytes of the request: it was cut");
    Check::same([$lock->token('a'), ...$alone], $shares(), "$bytes bytes of the request: the shares in Redis");
    Check::true($lock->unlock('a'), "$bytes bytes of the request: released");
    $blind->clear();
}
Check::same($alone, $shares(), 'the other share alone');
echo "done\n";
?>
--EXPECT--
done
