--TEST--
A request of several megabytes that the server reads slowly or not at all costs one deadline, and then a new connection
--FILE--
<?php
const COUNT = 250;

/** Locks whose release is one pipeline of about two megabytes. */
$hold = static function (BlindProxy $proxy, int $deadline): RedisMutexLock {
    $lock = new RedisMutexLock($proxy->tlsConfig() + ['command_timeout' => $deadline]);
    $name = str_repeat('n', 4_000);
    for ($i = 0; $i < COUNT; $i++) {
        Check::true($lock->lock("$name-$i", 0, 600), "lock $i");
    }

    return $lock;
};
// How many bytes travel until then, and in the pipeline.
$server = RedisServer::start();
$proxy = BlindProxy::narrow($server);
$lock = $hold($proxy, 100);
$sent = strlen($proxy->sent(1));
$received = strlen($proxy->received(1));
$began = hrtime(true);
Check::true($lock->unlockAll(), 'without a fault');
// A PHP with a sanitizer, in which the proxy is too, carries the bytes slowly. Below, three proxies do so at once.
$deadline = max(6, (int) ceil((hrtime(true) - $began) / 1e9 * 10));
Check::between(1_000_000, 10_000_000, strlen($proxy->sent(1)) - $sent, 'bytes of the pipeline');
Check::same(1, $proxy->accepted(), 'connections');

// Two connections differ by a few bytes of their handshakes.
$sent += 100_000;
$received += 100;
$client = ['from' => 'client', 'after' => $sent, 'connection' => 1];
$cases = [
    'the server stops to read' => [$client + ['do' => 'stall']],
    'the server reads a byte each 5 ms' => [$client + ['do' => 'drip', 'ms' => 5]],
    // Two deadlines one after the other would be 1.9 of them.
    'the server reads after a pause, and stops to answer' => [
        $client + ['do' => 'delay', 'ms' => $deadline * 900],
        ['from' => 'server', 'after' => $received, 'connection' => 1, 'do' => 'stall'],
    ],
];
Together::each($cases, function (array $rules, string $what) use ($hold, $deadline): void {
    $server = RedisServer::start();
    $proxy = BlindProxy::narrow($server, ...$rules);
    $lock = $hold($proxy, $deadline);
    Check::same(1, $proxy->accepted(), "$what: connections");
    $began = hrtime(true);
    // The rules are for the first connection. The second attempt has a new one, and needs little time.
    Check::true($lock->unlockAll(), $what);
    Check::between($deadline - 0.01, $deadline * 1.8, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same(2, $proxy->accepted(), "$what: connections");
});
echo 'done';
?>
--EXPECT--
done
