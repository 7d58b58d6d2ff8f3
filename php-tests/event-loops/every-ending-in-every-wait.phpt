--TEST--
A fiber that is destroyed, thrown into, or ended by exit, a fatal error or the last line leaves nothing, wherever it is suspended
--FILE--
<?php
$endings = [
    'destroyed' => ['$loop->forget($fiber); unset($fiber); gc_collect_cycles(); say(json_encode(hrtime(true) - $began));', 0],
    'thrown into' => ['$loop->throwInto($fiber, new DomainException("x")); say(json_encode(hrtime(true) - $began));', 0],
    'exit' => ['exit(3);', 3],
    'fatal error' => ['ini_set("memory_limit", "8M"); str_repeat("x", 1 << 30);', 255],
    'last line' => ['', 0],
];
// When the fiber is suspended where the case wants it. A server that stands still cannot be asked.
$isThere = [
    'queue' => '$redis->call("ZCARD", "lock:$name:queue:{lock:$name}") > 0',
    'pause' => '$loop->calls > $loop->streams',
    'reply' => '$redis->call("EXISTS", "lock:$name") === 1',
    'connecting' => '$loop->streams > 0',
    'TLS handshake' => '$loop->streams > 0',
    'reply over TLS' => '$redis->call("EXISTS", "lock:$name") === 1',
];
$code = '[, $config, $name, $address] = $argv;
    $redis = new Tests\RedisClient($address);
    $loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $fiber = $loop->start(function () use ($config, $name) {
        $lock = new RedisMutexLock(unserialize($config));
        try {
            $lock->lock($name, 60, 600, 60_000_000);
            say("NOT SUSPENDED");
        } catch (DomainException) {
        }
    });
    $loop->runUntil(fn () => IS THERE);
    $fiber->isSuspended() || say("NOT SUSPENDED");
    say("suspended");
    hear();
    $began = hrtime(true);
    ';
$cases = [];
foreach (['queue', 'pause', 'reply', 'connecting', 'TLS handshake', 'reply over TLS'] as $place) {
    foreach ($endings as $ending => $how) {
        $cases["$ending in: $place"] = [$place, ...$how];
    }
}
$play = static function (array $case) use ($code, $isThere): void {
    [$place, $ending, $status] = $case;
    $server = RedisServer::start();
    $client = $server->client();
    $queue = new Queue($server, Check::unique('ending'));
    if (in_array($place, ['queue', 'pause'], true)) {
        $client->call('SET', $queue->lock, 'other', 'PX', 600_000);
    }
    match ($place) {
        'queue' => null,
        // Nobody can stand in a queue in whose place there is a key of somebody else.
        'pause' => $client->call('SET', $queue->key, 'foreign', 'PX', 600_000),
        'reply' => $proxy = Proxy::to($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 600_000]),
        'reply over TLS' => $proxy = Proxy::tls($server, ['command' => 'SET', 'do' => 'delayReply', 'ms' => 600_000]),
        'connecting', 'TLS handshake' => $server->pause(),
    };
    $config = match (true) {
        isset($proxy) => $proxy->config(),
        $place === 'TLS handshake' => $server->tlsConfig(),
        default => $server->config(),
    };
    $config = [...$config, 'timeout' => 30, 'command_timeout' => 30];
    $worker = Worker::run(
        str_replace('IS THERE', $isThere[$place], $code) . $ending,
        [serialize($config), $queue->name, $server->address()],
        ini: ['memory_limit' => '64M'],
    );
    $worker->expect('suspended', 30);
    $place === 'queue' && Check::same(1, count($queue->tokens()), 'waiters before');
    $worker->tell('go');
    // The end of the process takes half a second at most for what it has to send.
    Check::same($status, $worker->wait(20), 'exit status ' . $worker->stderr());
    $said = $worker->rest();
    $said === '' || Check::between(0, 1, json_decode($said) / 1e9, 'seconds of the end of the fiber');
    $server->resume();
    if (in_array($place, ['queue', 'pause'], true)) {
        Check::same([], $place === 'queue' ? $queue->tokens() : [], 'the queue');
        Check::same('other', $client->call('GET', $queue->lock), 'the holder is not disturbed');
        $client->call('DEL', $queue->lock, $queue->key);
    }
    $queue->vanishes();
    // This process has two.
    Check::eventually(static fn (): bool => count($client->clients()) === 2, 10, 'no connection is left');
};
Together::each($cases, static function (array $case) use ($play): void {
    // The end of a process has half a second for what it has to send. On a busy machine a handshake may take longer, and then the
    // lock ends with its lease, and the waiter is dropped after two seconds. Such a round proves nothing and is repeated.
    for ($tries = 5; ; $tries--) {
        try {
            $play($case);

            return;
        } catch (Failure $failure) {
            $tries > 1 && preg_match('/^(lifetime of|the queue:)/', $failure->getMessage()) === 1 || throw $failure;
        }
    }
});
echo "done\n";
?>
--EXPECT--
done
