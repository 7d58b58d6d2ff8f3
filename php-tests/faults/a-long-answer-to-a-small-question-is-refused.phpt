--TEST--
An answer of 30 MB to a question whose answer is small is refused before it is here, and costs no memory
--FILE--
<?php
// It answers the words of the first exchange with what it was given.
$liar = <<<'PHP'
    [$head, $piece, $times] = [base64_decode($argv[1]), base64_decode($argv[2]), (int) $argv[3]];
    $listener = Tests\Pass::listen();
    say((string) Tests\Port::of($listener));
    while (true) {
        $client = @stream_socket_accept($listener, 60);
        if ($client === false || (string) fread($client, 4096) === '') {
            continue;
        }
        $bytes = $head . str_repeat($piece, $times);
        for ($at = 0; $at < strlen($bytes) && ($sent = (int) @fwrite($client, substr($bytes, $at, 1 << 20))) > 0; $at += $sent);
        fclose($client);
    }
    PHP;
$client = <<<'PHP'
    $peak = static fn (): int => (int) preg_replace('/^.*VmHWM:\s+(\d+).*$/s', '$1', file_get_contents('/proc/self/status'));
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    $before = $peak();
    try {
        $lock->lock('a');
    } catch (RedisMutexLockUnavailableException $e) {
        say(json_encode([strlen($e->getMessage()), $peak() - $before, $e->getMessage()]));
    }
    PHP;
$cases = [
    'CLIENT INFO' => ['', "\$30000000\r\n", 'a', 30_000_000],
    'HELLO' => ['cluster', "*2\r\n\$30000000\r\n", 'a', 30_000_000],
    'a line of HELLO' => ['cluster', "*2\r\n+", 'a', 30_000_000],
    'where the master is' => ['sentinel', "*2\r\n\$30000000\r\n", 'a', 30_000_000],
    'a list of lists' => ['sentinel', "*16384\r\n", "*1\r\n\$300\r\n" . str_repeat('a', 300) . "\r\n", 16_384],
];
foreach ($cases as $what => [$kind, $head, $piece, $times]) {
    $server = Worker::run($liar, [base64_encode($head), base64_encode($piece), $times], modules: ['openssl'], extension: false);
    $port = (int) $server->line();
    $rest = array_diff_key(Pass::config($port), ['port' => 0]) + ['command_timeout' => 20, 'retry_for' => 0];
    $config = match ($kind) {
        '' => ['port' => $port] + $rest,
        'cluster' => ['cluster' => ["127.0.0.1:$port"]] + $rest,
        'sentinel' => Tests\SentinelSet::asking([$port], ['command_timeout' => 20]),
    };
    $worker = Worker::run($client, [json_encode($config)]);
    [$length, $memory, $message] = json_decode($worker->line(60), true);
    Check::true($length < 300, "$what: a message of $length bytes");
    Check::true(str_contains($message, 'longer than any that Redis has') || str_contains($message, "not in Redis' protocol"), "$what: $message");
    Check::between(0, 12_000, $memory, "$what: kB more");
    $server->kill();
}
echo 'done';
?>
--EXPECT--
done
