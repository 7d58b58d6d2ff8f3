--TEST--
The loaded extension has opened nothing and started nothing; a new object neither; the first command connects
--FILE--
<?php
$redis = RedisServer::shared();
$proxy = Proxy::to($redis);
// Every process inherits the runner's descriptors without close-on-exec.
$inherited = array_map(fn ($fd) => (string) @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd'));
$worker = Worker::run(<<<'PHP'
    $sockets = fn (): array => array_values(array_filter(
        array_diff(
            array_map(fn ($fd) => (string) @readlink("/proc/self/fd/$fd"), scandir('/proc/self/fd')),
            json_decode($argv[3]),
        ),
        fn (string $target): bool => str_starts_with($target, 'socket:'),
    ));
    $threads = fn (): int => count(scandir('/proc/self/task')) - 2;
    Tests\Check::true(extension_loaded('redis_mutex_lock'), 'it is loaded');
    Tests\Check::same([[], 1], [$sockets(), $threads()], 'after loading');
    $lock = new RedisMutexLock($argv[1]);
    $lock->held();
    $lock->token($argv[2]);
    RedisMutexLock::generateToken();
    Tests\Check::same(false, $lock->unlock($argv[2]), 'nothing held');
    Tests\Check::same([[], 1], [$sockets(), $threads()], 'with an object');
    say('object');
    hear();
    Tests\Check::true($lock->lock($argv[2], 0, 60), 'lock');
    Tests\Check::same([1, 1], [count($sockets()), $threads()], 'after the first command');
    say('locked');
    hear();
    PHP, [$proxy->url(), Check::unique('first'), json_encode($inherited)]);
$worker->expect('object');
Check::same(0, $proxy->accepted(), 'connections before the first command');
$worker->tell('lock');
$worker->expect('locked');
Check::same(1, $proxy->accepted(), 'connections after it');
$worker->tell('end');
$worker->finish();

echo "done\n";
--EXPECT--
done
