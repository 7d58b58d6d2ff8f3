--TEST--
A wait without limit for a renewed lock of another object of the process is an exception; any other such wait waits
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
// In a process of its own: a wait without end can be ended only from outside.
$worker = Worker::run(<<<'PHP'
    use Tests\Check;

    [, $url] = $argv;
    $holder = new RedisMutexLock(['url' => $url, 'lease' => 5]);
    $lock = new RedisMutexLock(['url' => $url]);
    $unused = fn () => throw new LogicException('called');
    Check::true($holder->lock('our work', expire: null), 'lock');
    $refused = RedisMutexLockException::class;
    Check::throws($refused, fn () => $lock->lock('our work', null), '/^RedisMutexLock::lock\(\): .*"our work"/');
    Check::throws($refused, fn () => $lock->lock('our work', null, null), '/^RedisMutexLock::lock\(\): .*"our work"/');
    $synchronized = '/^RedisMutexLock::synchronized\(\): .*"our work"/';
    Check::throws($refused, fn () => $lock->synchronized('our work', $unused, null), $synchronized);
    // The same key with another prefix and name.
    $alias = new RedisMutexLock(['url' => $url, 'lock_prefix' => 'lock:our ']);
    Check::throws($refused, fn () => $alias->lock('work', null), '/^RedisMutexLock::lock\(\): .*"work"/');
    // The same server with other settings of the connection.
    $manners = new RedisMutexLock(['url' => $url, 'name' => 'other', 'command_timeout' => 2]);
    Check::throws($refused, fn () => $manners->lock('our work', null), '/^RedisMutexLock::lock\(\): .*"our work"/');
    // The object that holds the lock gets false, as always.
    Check::same(false, $holder->lock('our work', null, null), 'the same object');
    say('refused');

    // With a limit the calls wait. With another prefix it is another lock.
    $began = hrtime(true);
    Check::same(false, $lock->lock('our work', 0.2), 'lock with a limit');
    $timeout = RedisMutexLockTimeoutException::class;
    Check::throws($timeout, fn () => $lock->synchronized('our work', $unused, 0.2), 'not free within 0.2 seconds');
    Check::between(0.4, 10, (hrtime(true) - $began) / 1e9, 'seconds');
    $other = new RedisMutexLock(['url' => $url, 'lock_prefix' => 'other:']);
    Check::true($other->lock('our work', null), 'another lock');
    // These locks end by themselves, so waiting for them is allowed.
    Check::true($holder->lock('fixed', 10, 0.5), 'a fixed lifetime');
    Check::true($lock->lock('fixed', null), 'waited for');
    Check::true($lock->unlock('fixed'), 'unlock');
    Check::true($holder->lock('was renewed', expire: null), 'one that is renewed no longer');
    Check::true($holder->expire('was renewed', 1.5), 'expire');
    Check::same(7, $lock->synchronized('was renewed', fn () => 7, null), 'synchronized');
    say('waited');
    Check::same('fork', hear(), 'the test');

    // A child may wait for a lock of its parent: the parent can release it meanwhile.
    $pid = pcntl_fork();
    if ($pid === 0) {
        pcntl_alarm(20);
        $got = [$lock->lock('our work', null), $lock->unlock('our work')];
        exit($got === [true, true] ? 0 : 2);
    }
    Check::same('unlock', hear(), 'the test');
    Check::same([true, true], [$holder->isLocking('our work'), $holder->unlock('our work')], 'unlock of the parent');
    pcntl_waitpid($pid, $status);
    Check::same(0, $status, 'status of the child');
    // The child holds no lock that this process waits for.
    Check::true($lock->lock('our work', null), 'free');
    PHP, [$server->url()]);
$worker->expect('refused');
$worker->expect('waited');
$queue = static fn (): array => $redis->call('KEYS', 'lock:our work?*');
Check::eventually(fn (): bool => $queue() === [], 10, 'nobody waits');
$worker->tell('fork');
Check::eventually(fn (): bool => $queue() !== [], 10, 'the child waits');
$worker->tell('unlock');
$worker->finish(30);
Check::same([], $redis->call('KEYS', 'lock:our work'), 'key');
echo 'done';
?>
--EXPECT--
done
