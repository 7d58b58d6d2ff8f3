--TEST--
In FPM a callback runs in its own request only: the next request of the worker has neither callback nor loss
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$name = Check::unique('fpm');
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $redis->url()]);
$ends = ['returns' => '', 'throws' => 'throw new RuntimeException("stop");', 'exits' => 'exit;'];
foreach ($ends as $how => $end) {
    $script = $fpm->script('
        $lock = new RedisMutexLock(["lease" => 2]);
        $lost = false;
        $lock->onLost(function (string $name, RedisMutexLock $lock) use (&$lost) {
            echo "lost ", json_encode($lock->isLocking($name)), "\n";
            $lost = true;
            ' . $end . '
        });
        echo json_encode($lock->lock("' . "$name-$how" . '", expire: null)), "\n";
        try {
            for ($i = 0; !$lost && $i < 2000000000; $i++);
        } catch (RuntimeException $stop) {
            echo $stop->getMessage(), "\n";
        }
        echo getmypid();');
    $request = $fpm->begin($script);
    Check::eventually(fn (): bool => $client->call('DEL', "lock:$name-$how") === 1, 10, "$how: locked, then deleted");
    $lines = explode("\n", $request->response()['body']);
    Check::same(['true', 'lost false'], array_slice($lines, 0, 2), "$how: reported");
    Check::same(['returns' => 3, 'throws' => 4, 'exits' => 3][$how], count($lines), "$how: lines");
    Check::same($how !== 'exits', end($lines) !== '', "$how: it came to its end");
}

// A loss that was not reported when its request ended is not reported in the next request. A loss at the very end is
// not reported either.
$first = $fpm->script('
    $lock = new RedisMutexLock(["lease" => 0.3]);
    // The callback may also run before the end of the request.
    $lock->onLost(function () {
        if ($_SERVER["SCRIPT_FILENAME"] !== __FILE__) {
            file_put_contents("php://stderr", "carried over");
        }
    });
    $lock->lock("' . $name . '-carried", 10, null);
    $GLOBALS["kept"] = $lock;
    (function () { static $kept; $kept = $GLOBALS["kept"]; })();
    (new RedisMutexLock())->forceUnlock("' . $name . '-carried");
    echo "ended";');
$next = $fpm->script('
    $lock = new RedisMutexLock();
    for ($until = hrtime(true) + 1_000_000_000; hrtime(true) < $until;) {
        $lock->held();
    }
    echo "quiet";');
Check::same('ended', $fpm->request($first)['body'], 'the first request');
Check::same('quiet', $fpm->request($next)['body'], 'the next one');
Check::same(false, str_contains($fpm->log(), 'carried over'), 'the log');

echo "done\n";
--EXPECT--
done
