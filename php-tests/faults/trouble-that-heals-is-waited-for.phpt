--TEST--
lock retries until its deadline while the server restarts, loads, refuses, is silent, sends garbage or is out of memory
--FILE--
<?php
$code = <<<'PHP'
    $lock = new RedisMutexLock(
        ['url' => $argv[1], 'command_timeout' => 0.3, 'retry_for' => 60, 'fencing' => $argv[2] === '1'],
    );
    while (($verb = hear()) !== 'end') {
        try {
            $got = $verb === 'lock' ? $lock->lock('a', 30, 60) : $lock->synchronized('a', fn () => $lock->isLocking('a'), 30, 60);
            $owned = $verb !== 'lock' || $lock->token('a') === $lock->owner('a');
            $lock->unlockAll();
            say(var_export($got, true) . ($owned ? '' : ', but not owned'));
        } catch (Throwable $e) {
            say(get_class($e) . ': ' . $e->getMessage());
        }
    }
    PHP;
$answer = fn (string $words): array => ['do' => 'answer', 'bytes' => "-$words\r\n"];
$rules = fn (Proxy $proxy) => fn (array $rule): array => [
    fn () => array_map(fn (string $c) => $proxy->rule(['command' => $c] + $rule), ['SET', 'EVAL*']),
    $proxy->clear(...),
];
$faults = fn (RedisServer $server, Proxy $proxy, callable $rule): array => [
    'refused' => [$proxy->down(...), $proxy->up(...)],
    'server restarted' => [$server->stop(...), $server->restart(...)],
    'server killed and restarted' => [$server->kill(...), $server->restart(...)],
    'server stopped for a while' => [$server->pause(...), $server->resume(...)],
    'refused after accepting' => [fn () => [$proxy->rule(['do' => 'refuse']), $proxy->drop()], $proxy->clear(...)],
    'silent' => $rule(['do' => 'stall']),
    'replies lost' => $rule(['do' => 'cutAfter']),
    'replies swallowed' => $rule(['do' => 'swallow']),
    'loading' => $rule($answer('LOADING Redis is loading the dataset in memory')),
    'busy' => $rule($answer('BUSY Redis is busy running a script.')),
    'out of memory' => $rule($answer('OOM command not allowed')),
    'too many clients' => $rule($answer('ERR max number of clients reached')),
    'garbage' => $rule(['do' => 'garbage', 'bytes' => "HTTP/1.1 500\r\n\r\n"]),
];
Together::each(['0' => 'lock', '1' => 'synchronized'], function (string $verb, int $fencing) use ($code, $faults, $rules): void {
    $server = RedisServer::start();
    $proxy = Proxy::to($server);
    $worker = Worker::run($code, [$proxy->url(), $fencing]);
    foreach ($faults($server, $proxy, $rules($proxy)) as $fault => [$break, $mend]) {
        $case = "$fault, $verb, fencing $fencing";
        $break();
        $worker->tell($verb);
        // Long enough for several tries. None of them can succeed, on a slow machine either.
        usleep(400_000);
        Check::same(false, $worker->spoke(), "$case: an answer in spite of the trouble");
        $mend();
        Check::same('true', $worker->line(20), $case);
    }
    $worker->tell('end');
    $worker->finish();
    Check::same(0, $server->client()->call('EXISTS', 'lock:a'), 'keys left');
});
echo "done\n";
?>
--EXPECT--
done
