--TEST--
However an FPM request ends that code can catch, what it had under renewal is free at once; the worker renews nothing on
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Deadline;
use Tests\Fpm;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $server->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
$endings = [
    'normal' => '',
    'exit' => '(function () { exit("left"); })();',
    'exit in a shutdown function' => 'register_shutdown_function(fn () => exit(1));',
    'exception' => 'throw new RuntimeException("x");',
    'Error' => 'undefined_function();',
    'E_USER_ERROR' => 'trigger_error("x", E_USER_ERROR);',
    'fatal error in a frame' => '(function () { $local = new RedisMutexLock(); $local->lock("local", expire: null);
        trigger_error("x", E_USER_ERROR); })();',
    'memory limit' => '$a = []; while (true) { $a[] = [1, 2, count($a)]; }',
    'time limit' => 'set_time_limit(1); while (true) {}',
    'failing destructor' => '$o = new class ($lock) { function __construct(public $lock) {}
        function __destruct() { throw new LogicException("x"); } }; unset($lock);',
    'static' => 'class A { static $kept; } A::$kept = $lock; unset($lock);',
    'cycle' => '$o = new stdClass(); $o->o = $o; $o->lock = $lock; unset($o, $lock);',
    'synchronized' => '$lock->synchronized("sync", fn () => exit(1));',
];
$pid = $fpm->children();
$next = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([$lock->held(), $lock->token("a"), $lock->unlock("a"), $lock->unlockAll()]);');
$isSoonFree = static function () use ($redis): bool {
    $end = Deadline::in(5);
    while ($redis->call('KEYS', 'lock:*') !== []) {
        if ($end->passed()) {
            return false;
        }
        usleep(2000);
    }

    return true;
};
foreach ($endings as $what => $code) {
    $script = $fpm->script('$lock = new RedisMutexLock(["lease" => 0.9]); $long = new RedisMutexLock();
        header("X-Locked: " . json_encode([$lock->lock("a", 0, null), $long->lock("b", 0, null)]));
        usleep(400_000);
        ' . $code);
    // The objects share half a second: whoever is held up for so long may leave a key, but not each time.
    for ($try = 0, $isFree = false; !$isFree && $try < 3; $try++) {
        $redis->call('FLUSHDB');
        $answer = $fpm->request($script, seconds: 60);
        Check::same('[true,true]', $answer['headers']['x-locked'] ?? null, "$what: it was locked");
        // "b" has 30 s: somebody frees it. The answer comes before the end of the request.
        $isFree = $isSoonFree();
        Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$what: nothing is carried over");
    }
    Check::true($isFree, "$what: free");
}
Check::same($pid, $fpm->children(), 'one worker did it all');
// The thread stays for the next one that needs it, and has nothing to do.
$calls = $redis->commandstats()['evalsha'];
usleep(700_000);
Check::same($calls, $redis->commandstats()['evalsha'], 'renewals since');
echo 'done';
?>
--EXPECT--
done
