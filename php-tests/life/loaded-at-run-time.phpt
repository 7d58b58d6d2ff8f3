--TEST--
Loaded with dl() while a script runs: renewed locks work, are free at its end, and the thread is gone before the library is
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
Check::true(function_exists('dl'), 'this PHP can load at run time');
$ini = ['enable_dl' => true, 'extension_dir' => dirname(Extension::path())];
$load = '[, $url, $name, $library] = $argv;
    ini_set("display_errors", "stderr");
    Tests\Check::same(false, extension_loaded("redis_mutex_lock"), "not there at first");
    Tests\Check::true(dl($library), "dl");
    Tests\Check::true(extension_loaded("redis_mutex_lock") && class_exists("RedisMutexLock", false), "loaded");
    $threads = fn (): int => count(Tests\Holder::threads(getmypid()));
    Tests\Check::same(0, $threads(), "no thread");
    ';
$run = static fn (string $code, string $name, ?string $url = null): Worker => Worker::run(
    $load . $code,
    [$url ?? $server->url(), $name, basename(Extension::path())],
    [],
    $ini,
    [],
    false,
);

$name = Check::unique('works');
$worker = $run(<<<'PHP'
    Tests\Check::same('1.0', ini_get('redis_mutex_lock.command_timeout'), 'ini settings');
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 1.5]);
    $long = new RedisMutexLock($url);
    Tests\Check::true($lock->lock($name, expire: null) && $long->lock("$name-long", expire: null), 'lock');
    $lost = 0;
    $lock->onLost(function () use (&$lost) { $lost++; });
    for ($end = hrtime(true) + 3.2e9; hrtime(true) < $end;);
    Tests\Check::same([true, 1], [$lock->isLocking($name), $threads()], 'renewed');
    Tests\Check::same(42, $lock->synchronized("$name-section", fn () => 42), 'synchronized');
    Tests\Check::true($lock->forceUnlock($name) && $lock->lock($name, expire: null), 'again');
    $long->forceUnlock($name);
    for ($end = hrtime(true) + 5e9; $lost === 0 && hrtime(true) < $end;);
    Tests\Check::same(1, $lost, 'onLost');
    Tests\Check::true($lock->lock($name, expire: null), 'and again');
    $pid = pcntl_fork();
    if ($pid === 0) {
        Tests\Check::same([[], true], [$lock->held(), $long->lock("$name-child", expire: null)], 'a child');
        exit(0);
    }
    pcntl_waitpid($pid, $status);
    Tests\Check::same(0, $status, 'status of the child');
    say('held');
    hear();
    PHP, $name);
$worker->expect('held');
$keys = $redis->call('KEYS', "lock:$name*");
sort($keys);
Check::same(["lock:$name", "lock:$name-long"], $keys, 'keys while it runs');
$worker->tell('end');
$worker->finish();
Check::same([], $redis->call('KEYS', "lock:$name*"), 'keys after its end');

// After any ending: no crash, and no key is left of the leases of 30 s.
$endings = [
    'return' => ['', 0],
    'exit' => ['exit(0);', 0],
    'exception' => ['throw new RuntimeException("x");', 255],
    'E_USER_ERROR' => ['trigger_error("x", E_USER_ERROR);', 255],
    'static' => ['class A { static $kept; } A::$kept = $lock; unset($lock);', 0],
    'cyclic garbage' => ['gc_disable(); $o = new stdClass(); $o->o = $o; $o->lock = $lock; unset($o, $lock);', 0],
    'callback that has the object' => ['$lock->onLost(function () use ($lock) {}); unset($lock);', 0],
    'never used' => ['unset($lock); $unused = new RedisMutexLock($url);', 0],
];
foreach ($endings as $how => [$code, $status]) {
    // The two objects share half a second. A process that is held up for so long may leave a key, but not each time.
    $tries = 3;
    do {
        $name = Check::unique('ends');
        // The thread is working at this moment.
        $worker = $run('$busy = new RedisMutexLock(["url" => $url, "lease" => 0.6]);
            $busy->lock("$name-busy", expire: null);
            $lock = new RedisMutexLock($url);
            Tests\Check::true($lock->lock($name, expire: null), "lock");
            usleep(250_000);
            ' . $code, $name);
        Check::same($status, $worker->wait(), "$how: exit status; " . $worker->stderr());
        $left = $redis->call('KEYS', "lock:$name*");
    } while ($left !== [] && --$tries > 0);
    Check::same([], $left, "$how: keys");
}

// With a renewal in flight to a server that does not answer, the end waits one deadline for it.
$proxy = Proxy::to($server, ['with' => Script::sha('renew'), 'do' => 'stall']);
$name = Check::unique('out');
$worker = $run('$lock = new RedisMutexLock(["url" => $url, "lease" => 9]);
    Tests\Check::true($lock->lock("$name-kept", expire: null), "lock");
    $quick = new RedisMutexLock(["url" => $url, "lease" => 0.9]);
    Tests\Check::true($quick->lock($name, expire: null), "lock");
    say("held");
    hear();', $name, $proxy->url());
$worker->expect('held');
Check::eventually(fn (): bool => in_array('stall', array_column($proxy->log(), 'did'), true), 10, 'a renewal is in flight');
$began = hrtime(true);
$worker->tell('end');
$worker->finish();
Check::between(0, 4, (hrtime(true) - $began) / 1e9, 'seconds');
Check::same(0, $redis->call('EXISTS', "lock:$name-kept"), 'free after that');
echo 'done';
?>
--EXPECT--
done
