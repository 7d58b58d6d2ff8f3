--TEST--
All waiters get the lock in the end, one at a time, through any trouble of the server or the queue
--FILE--
<?php
$each = static function (array $sleepers, callable $strike): void {
    foreach ($sleepers as $id) {
        // A waiter that looks at this moment sleeps again soon.
        Check::eventually(static fn (): bool => $strike($id) === 1, 5, 'one of those who sleep is struck');
    }
};
/** The troubles of one server. */
$troubles = static fn (RedisServer $server, callable $redis): array => [
    'restart' => static fn () => $server->restart(),
    'kill and restart' => static fn () => $server->restart(kill: true),
    'a pause' => static function () use ($server): void {
        $server->pause();
        usleep(300_000);
        $server->resume();
    },
    'SCRIPT FLUSH' => static fn () => $redis('SCRIPT', 'FLUSH'),
    'FLUSHALL' => static fn () => $redis('FLUSHALL'),
    'CLIENT KILL' => static fn (Queue $queue, array $sleepers)
        => $each($sleepers, static fn (string $id): int => $redis('CLIENT', 'KILL', 'ID', $id)),
    'CLIENT UNBLOCK' => static fn (Queue $queue, array $sleepers)
        => $each($sleepers, static fn (string $id): int => $redis('CLIENT', 'UNBLOCK', $id)),
    'CLIENT UNBLOCK ERROR' => static fn (Queue $queue, array $sleepers)
        => $each($sleepers, static fn (string $id): int => $redis('CLIENT', 'UNBLOCK', $id, 'ERROR')),
    'eviction of the queue' => static fn (Queue $queue) => $redis('DEL', $queue->key),
    'a wake-up out of nothing' => static function (Queue $queue) use ($redis): void {
        foreach ($queue->tokens() as $token) {
            $redis('RPUSH', "$queue->lock:wake:{{$queue->lock}}:$token", 'x');
        }
    },
];
$ways = [
    'restart', 'kill and restart', 'a pause', 'SCRIPT FLUSH', 'FLUSHALL', 'CLIENT KILL', 'CLIENT UNBLOCK', 'CLIENT UNBLOCK ERROR',
    'eviction of the queue', 'a wake-up out of nothing',
];
Together::each($ways, static function (string $way) use ($troubles): void {
    $server = RedisServer::start();
    $redis = static fn (string ...$words) => $server->client()->call(...$words);
    $trouble = $troubles($server, $redis)[$way];
    $queue = new Queue($server, strtr($way, ' ', '-'));
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($queue->name, 0, 600), "$way: held");
    $waiters = [];
    foreach (range(1, 3) as $i) {
        $waiters[] = Worker::run(<<<'PHP'
            [, $url, $address, $name] = $argv;
            $lock = new RedisMutexLock(['url' => $url, 'retry_for' => 60]);
            $got = $lock->lock($name, 60, 60);
            $redis = new Tests\RedisClient($address);
            Tests\Check::true($got, 'lock');
            Tests\Check::same(1, $redis->call('INCR', "inside:$name"), 'owners at once');
            usleep(2000);
            Tests\Check::same(0, $redis->call('DECR', "inside:$name"), 'owners at once, at the end');
            Tests\Check::true($lock->unlock($name), 'unlock');
            say('served');
            PHP, [$server->url(), $server->address(), $queue->name]);
        $queue->reaches($i);
    }
    $trouble($queue, $queue->sleep(3));
    if (in_array($way, ['restart', 'kill and restart'], true)) {
        // The server has lost everything, the lock too.
        $queue = new Queue($server, $queue->name);
    } elseif ($way !== 'FLUSHALL') {
        foreach ($waiters as $waiter) {
            Check::same(false, $waiter->spoke(), "$way: nobody gets it while it is held");
        }
        Check::true($holder->unlock($queue->name), "$way: released");
    }
    foreach ($waiters as $waiter) {
        $waiter->expect('served', 30);
        $waiter->finish();
    }
    $redis('DEL', "inside:$queue->name");
    $queue->vanishes();
}, most: 4);
echo 'done';
?>
--EXPECT--
done
