--TEST--
Every ending of a forked child leaves its parent's lock with its value and lifetime, 50 times
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('child');
$worker = Worker::run(<<<'PHP'
    [, $url, $name] = $argv;
    ini_set('display_errors', '0');
    final class Holder {
        function __construct(public RedisMutexLock $lock, private string $name) {}
        function __destruct() { $this->lock->unlock($this->name); }
    }
    $lock = new RedisMutexLock($url);
    Tests\Check::true($lock->lock($name, 0, 600), 'lock');
    $parent = getmypid();
    register_shutdown_function(function () use ($lock, $parent) { getmypid() === $parent || $lock->unlockAll(); });
    $ends = [
        fn () => exit(0),
        fn () => throw new Exception('x'),
        fn () => trigger_error('x', E_USER_ERROR),
        fn () => str_repeat('x', 1 << 40),
        function () use (&$lock, &$holder) { $lock = $holder = null; exit(0); },
        function () use ($lock, $name) { $lock->lock("$name-own", 0, 600); exit(0); },
        function () use ($lock, $name) { $lock->synchronized("$name-own", fn () => exit(0), 0, 600); },
        function () use ($url, $name) { @(new RedisMutexLock($url))->lock("$name-own", 0, 600); exit(0); },
        fn () => posix_kill(getmypid(), SIGKILL),
        fn () => $GLOBALS['holder'] = null,
    ];
    foreach (range(0, 49) as $round) {
        $pid = pcntl_fork();
        if ($pid === 0) {
            $holder = new Holder($lock, $name);
            $ends[$round % count($ends)]();
            exit(0);
        }
        pcntl_waitpid($pid, $status);
        say("$round");
        hear();
        Tests\Check::true($lock->isLocking($name), "the parent holds it after child $round");
    }
    PHP, [$redis->url(), $name], modules: ['posix']);
$token = null;
$last = 600000;
foreach (range(0, 49) as $round) {
    $worker->expect("$round");
    $token ??= $client->call('GET', "lock:$name");
    Check::same($token, $client->call('GET', "lock:$name"), "value after child $round");
    $left = $client->call('PTTL', "lock:$name");
    Check::between(500000, $last, $left, "lifetime after child $round");
    $last = $left;
    $worker->tell('next');
}
$worker->finish(30);
Check::same([], $client->call('KEYS', "lock:$name*"), 'keys after the end');

echo "done\n";
--EXPECT--
done
