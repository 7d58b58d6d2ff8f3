--TEST--
An endless answer, with bytes always ready, costs one deadline and little memory
--FILE--
<?php
// This server sends as long as the connection is open, so no wait for bytes reaches its timeout.
$flood = <<<'PHP'
    [, $head, $more] = array_map(base64_decode(...), $argv);
    $listener = Tests\Pass::listen();
    say((string) Tests\Port::of($listener));
    while ($client = stream_socket_accept($listener, 60)) {
        fread($client, 4096);
        fwrite($client, "$26\r\nid=1 addr=127.0.0.1:1 db=0\r\n");
        fread($client, 4096);
        fwrite($client, $head);
        while (@fwrite($client, str_repeat($more, 4096)) !== false);
    }
    PHP;
$answers = [
    'a list of lists' => ['', "*1\r\n"],
    'a list of many' => ["*1000000\r\n", ":1\r\n"],
    'a line' => ['+', 'x'],
    'an error' => ['-ERR ', 'x'],
    'a string' => ["\$536870912\r\n", 'x'],
];
foreach ($answers as $what => [$head, $more]) {
    $server = Worker::run($flood, [base64_encode($head), base64_encode($more)], modules: ['openssl'], extension: false);
    $lock = new RedisMutexLock([...Pass::config((int) $server->line()), 'command_timeout' => 0.3]);
    $began = hrtime(true);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->owner('a'));
    // Two commands of 0.3 s. Without a deadline the process would end only without memory.
    Check::between(0, 3, (hrtime(true) - $began) / 1e9, "$what: seconds");
    $server->kill();
}
echo "done\n";
?>
--EXPECT--
done
