--TEST--
Half a record, a record byte by byte, and many small records: each reply arrives whole or keeps the deadline
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$redis->call('SET', 'lock:big', $value = str_repeat('a long value ', 1_200));
// All replies before the big one are smaller than this, and the big one's records are longer than what is left of them.
$half = 10_000;
/** Seconds of a question that gets no answer: a command_timeout for each of its two commands, and the rest for the machine. */
$seconds = static function (RedisMutexLock $lock, string $message = ''): float {
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->owner('big'), $message);

    return (hrtime(true) - $began) / 1e9;
};
$cut = static function (string $do, float $least) use ($server, $half, $seconds): void {
    $proxy = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => $do]);
    $lock = new RedisMutexLock($proxy->tlsConfig() + ['command_timeout' => 0.4]);
    Check::true($lock->lock($do, 0, 60), 'a small reply before');
    Check::between($least, 0.8 + 2, $seconds($lock), 'seconds');
    Check::true(strlen($proxy->received(1)) > $half, 'the record was cut in two');
    Check::true($lock->unlock($do), 'the next connection works');
};
Together::each([
    'stall' => fn () => $cut('stall', 0.395),
    'cut' => fn () => $cut('cut', 0),
    'reset' => fn () => $cut('reset', 0),
    'delay' => function () use ($server, $half, $value): void {
        $delayed = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => 'delay', 'ms' => 300]);
        $lock = new RedisMutexLock($delayed->tlsConfig() + ['command_timeout' => 10]);
        $began = hrtime(true);
        Check::true($lock->owner('big') === $value, 'the second half comes later');
        Check::between(0.29, 20, (hrtime(true) - $began) / 1e9, 'seconds until then');
    },
    'drip' => function () use ($server, $half, $seconds): void {
        $dripped = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => 'drip', 'ms' => 2]);
        $lock = new RedisMutexLock($dripped->tlsConfig() + ['command_timeout' => 0.4]);
        Check::between(0.395, 0.8 + 2, $seconds($lock, 'within 400 ms'), 'seconds');
    },
    // Each byte of the reply is a record of its own.
    'small records in time' => function () use ($server, $value): void {
        $small = Proxy::tls($server, ['command' => 'GET', 'do' => 'drip', 'ms' => 0.01]);
        $lock = new RedisMutexLock($small->config() + ['command_timeout' => 60]);
        Check::true($lock->owner('big') === $value, 'the whole value');
    },
    'slow small records' => function () use ($server, $seconds): void {
        $small = Proxy::tls($server, ['command' => 'GET', 'do' => 'drip', 'ms' => 5]);
        $lock = new RedisMutexLock($small->config() + ['command_timeout' => 0.4]);
        Check::between(0.395, 0.8 + 2, $seconds($lock, 'within 400 ms'), 'seconds');
    },
], fn (Closure $case) => $case());
echo 'done';
?>
--EXPECT--
done
