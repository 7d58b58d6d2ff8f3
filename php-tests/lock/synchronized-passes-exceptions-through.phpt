--TEST--
An exception of the callback passes through synchronized unchanged, with the lock released
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$name = Check::unique('sync');

$previous = new LogicException('the one before');
$thrown = [
    new DomainException('of the application', 7, $previous),
    new TypeError('an Error'),
    new RedisMutexLockTimeoutException('one of ours'),
    new class ('one of its own') extends Exception {
    },
];
foreach ($thrown as $exception) {
    $line = $exception->getLine();
    try {
        $lock->synchronized($name, fn () => throw $exception, 0, 30);
        Check::true(false, 'nothing was thrown');
    } catch (Throwable $caught) {
    }
    Check::same($exception, $caught, 'the same object');
    Check::same($line, $caught->getLine(), 'line');
    Check::same($exception === $thrown[0] ? $previous : null, $caught->getPrevious(), 'the one before');
    Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the key');
    Check::same([], $lock->held(), 'held');
}

// The exception wins over a loss, and the lock of another holder is not touched.
foreach (['deleted' => ['DEL', "lock:$name"], 'stolen' => ['SET', "lock:$name", 'another']] as $way => $words) {
    Check::throws(DomainException::class, fn () => $lock->synchronized($name, static function () use ($redis, $words): never {
        $redis->call(...$words);
        throw new DomainException('in spite of that');
    }, 0, 30), 'in spite of that');
    Check::same([], $lock->held(), "$way: held");
}
Check::same('another', $redis->call('GET', "lock:$name"), 'the value');

// An exception during another exception: both are kept.
$redis->call('DEL', "lock:$name");
$outer = Check::throws(RuntimeException::class, static function () use ($lock, $name): void {
    try {
        $lock->synchronized($name, fn () => throw new DomainException('inner'), 0, 30);
    } catch (DomainException $inner) {
        throw new RuntimeException('outer', 0, $inner);
    }
}, 'outer');
Check::same('inner', $outer->getPrevious()->getMessage(), 'inner');

echo 'done';
?>
--EXPECT--
done
