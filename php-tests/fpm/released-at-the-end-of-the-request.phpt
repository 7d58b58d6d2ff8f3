--TEST--
The end of a request releases its locks, however it ends, and the next request of that worker starts with none
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Fpm;
use Tests\RedisServer;

$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('end');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url(), 'memory_limit' => '24M', 'display_errors' => '0']);
$endings = [
    'normal' => '',
    'exit' => '(function () { exit("left"); })();',
    'exit in a shutdown function' => 'register_shutdown_function(fn () => exit(1));',
    'exception' => 'throw new RuntimeException("x");',
    'error' => 'undefined_function();',
    'fatal' => 'trigger_error("x", E_USER_ERROR);',
    'fatal in a frame' => '(function () { $local = new RedisMutexLock(); $local->lock("$name-local", 0, 600); trigger_error("x", E_USER_ERROR); })();',
    'memory limit' => '$a = []; while (true) { $a[] = [1, 2, count($a)]; }',
    'time limit' => 'set_time_limit(1); while (true) {}',
    'static' => 'class A { static $kept; } A::$kept = $lock; unset($lock);',
    'cycle' => '$o = new stdClass(); $o->o = $o; $o->lock = $lock; unset($o, $lock);',
    'synchronized' => '$lock->synchronized("$name-sync", fn () => exit(1), 0, 600);',
];
$pid = $fpm->children();
foreach ($endings as $what => $code) {
    // The end of the request is told to us after it has been carried out.
    $script = $fpm->script('$name = "' . $name . '";
        $lock = new RedisMutexLock();
        header("X-Locked: " . json_encode([$lock->lock($name, 0, 600), $lock->isLocking($name)]));
        ' . $code);
    $answer = $fpm->request($script, seconds: 60);
    Check::same('[true,true]', $answer['headers']['x-locked'] ?? null, "$what: it was locked");
    Check::eventually(fn (): bool => $client->call('KEYS', "lock:$name*") === [], 10, "$what: released");
    $next = $fpm->script('$lock = new RedisMutexLock();
        echo json_encode([$lock->held(), $lock->token("' . $name . '"), $lock->unlock("' . $name . '"), $lock->unlockAll()]);');
    Check::same('[[],null,false,true]', $fpm->request($next)['body'], "$what: nothing is carried over");
}
Check::same($pid, $fpm->children(), 'one worker did it all');

echo "done\n";
--EXPECT--
done
