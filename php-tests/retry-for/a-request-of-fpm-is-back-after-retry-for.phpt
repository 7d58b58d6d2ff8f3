--TEST--
In php-fpm a request with a dead server is back after retry_for, and its worker serves the next request
--FILE--
<?php
Together::each(['refused', 'silent'], function (string $outage): void {
    $server = RedisServer::start();
    $proxy = Proxy::to($server);
    // A server that was silent executes the last question later, when its request is over. That lock ends with its lease.
    $settings = ['url' => $proxy->url(), 'retry_for' => '0.5', 'lease' => '2'];
    $fpm = Fpm::start(1, ini: array_combine(
        array_map(static fn (string $name): string => "redis_mutex_lock.$name", array_keys($settings)),
        array_values($settings),
    ));
    $children = $fpm->children();
    $script = static fn (string $call): string => $fpm->script('
        $lock = new RedisMutexLock();
        $began = hrtime(true);
        try {
            $answer = ' . $call . ';
        } catch (RedisMutexLockUnavailableException $e) {
            $answer = $e->getMessage();
        }
        echo json_encode([(hrtime(true) - $began) / 1e9, $answer]);');
    $calls = [
        'synchronized' => $script('$lock->synchronized("a", fn () => "result")'),
        'lock' => $script('$lock->lock("a", 30, 2)'),
        'lock without limit' => $script('$lock->lock("a", null, 2)'),
    ];
    [$break, $mend, $least] = match ($outage) {
        'refused' => [$proxy->down(...), $proxy->up(...), 0.5],
        // A silent server is noticed after one command timeout, which is 1 s.
        'silent' => [$server->pause(...), $server->resume(...), 1.0],
    };
    foreach ($calls as $call => $file) {
        $what = "$outage, $call";
        // The worker has an open connection before the outage.
        [, $answer] = json_decode($fpm->request($calls['synchronized'], seconds: 30)['body']);
        Check::same('result', $answer, "$what: before");
        $break();
        [$seconds, $answer] = json_decode($fpm->request($file, seconds: 30)['body']);
        Check::between($least, 20, $seconds, "$what: seconds");
        Check::true(str_ends_with($answer, '(retry_for is 0.5 s)'), "$what: '$answer'");
        $mend();
        [, $answer] = json_decode($fpm->request($calls['synchronized'], seconds: 30)['body']);
        Check::same('result', $answer, "$what: after");
    }
    Check::same($children, $fpm->children(), 'one worker did it all');
    Check::eventually(static fn (): bool => $server->client()->call('EXISTS', 'lock:a') === 0, 10, 'nothing is left');
});
echo "done\n";
?>
--EXPECT--
done
