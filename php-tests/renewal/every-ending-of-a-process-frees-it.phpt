--TEST--
However a process ends that code can catch, what it had under renewal is free when it is gone, and that is soon
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;
use Tests\Worker;

$server = RedisServer::shared();
$redis = $server->client();
$endings = [
    'return' => 'return;',
    'exit' => '(function () { exit(0); })();',
    'exit in synchronized' => '$lock->synchronized("$name-sync", fn () => exit(0));',
    'exit in a shutdown function' => 'register_shutdown_function(fn () => exit(0));',
    'exception' => 'throw new RuntimeException("x");',
    'Error' => 'undefined_function();',
    'E_USER_ERROR' => 'trigger_error("x", E_USER_ERROR);',
    'fatal error in a frame' => '(function ($url, $name) { $local = new RedisMutexLock($url);
        $local->lock("$name-local", expire: null); trigger_error("x", E_USER_ERROR); })($url, $name);',
    'memory limit' => 'ini_set("memory_limit", "8M"); $a = []; while (true) { $a[] = [1, 2, count($a)]; }',
    'time limit' => 'set_time_limit(1); while (true) {}',
    'failing destructor' => 'final class Failing { function __construct(public $lock) {}
        function __destruct() { throw new LogicException("x"); } } $failing = new Failing($lock); unset($lock);',
    'destructor with a fatal error' => 'final class Fatal { function __construct(public $lock) {}
        function __destruct() { trigger_error("x", E_USER_ERROR); } } $fatal = new Fatal($lock);',
    'cyclic garbage' => 'gc_disable(); $o = new stdClass(); $o->o = $o; $o->lock = $lock; unset($o, $lock);',
    'static' => 'final class A { static $kept; } A::$kept = $lock; unset($lock);',
    'exit in a signal handler' => 'pcntl_async_signals(true); pcntl_signal(SIGTERM, fn () => exit(0));
        posix_kill(getmypid(), SIGTERM); while (true) {}',
    'exit in a wait' => 'pcntl_async_signals(true); pcntl_signal(SIGALRM, fn () => exit(0)); pcntl_alarm(1);
        (new RedisMutexLock($url))->lock($name, 60);',
];
/** Lets a process end. The seconds from its last shutdown function to its end, and the keys that it has left behind. */
$end = static function (string $what, string $code) use ($server, $redis): array {
    $name = Check::unique('end');
    $worker = Worker::run('[, $url, $name] = $argv;
        ini_set("display_errors", "0");
        register_shutdown_function(fn () => say((string) hrtime(true)));
        $lock = new RedisMutexLock($url);
        Tests\Check::true($lock->lock($name, expire: null) && $lock->lock("$name-2", expire: null), "lock");
        say("held");
        hear();
        ' . $code, [$server->url(), $name], [], [], ['posix']);
    $worker->expect('held');
    $worker->tell('end');
    $ended = (int) $worker->line(60);
    $worker->wait(20);
    $seconds = (hrtime(true) - $ended) / 1e9;
    // The end of the thread is no wait for its next renewal, which is due 10 s later.
    Check::between(0, 5, $seconds, "$what: seconds to its end");
    // The lease is 30 s. Not even the name that it waited for is left; a queue goes by itself.
    $keys = array_filter($redis->call('KEYS', "lock:$name*"), fn (string $key): bool => !str_contains($key, ':queue:'));

    return [$seconds, array_values($keys)];
};
foreach ($endings as $what => $code) {
    // Two objects at most share half a second: whoever is held up for so long may leave a key, but not each time.
    $try = 0;
    do {
        [$seconds, $left] = $end($what, $code);
    } while ($left !== [] && $seconds > 0.25 && ++$try < 3);
    Check::same([], $left, "$what: free when the process is gone");
}
echo 'done';
?>
--EXPECT--
done
