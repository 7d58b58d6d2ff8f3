--TEST--
A server that reads a long request slowly and does not answer costs one deadline for sending and receiving together
--FILE--
<?php
// This server takes one connection. After a script has come it reads nothing for 1.7 s, then everything, and answers
// nothing more.
$server = Worker::run(<<<'PHP'
    $listener = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
    // A small buffer and small segments: the client can hand little to its kernel, so sending has to wait.
    socket_set_option($listener, SOL_SOCKET, SO_RCVBUF, 4096);
    socket_set_option($listener, SOL_TCP, 2 /* TCP_MAXSEG */, 536);
    socket_bind($listener, '127.0.0.1');
    socket_listen($listener);
    socket_getsockname($listener, $address, $port);
    say((string) $port);
    $client = socket_accept($listener);
    socket_close($listener);
    $request = '';
    while (!str_contains($request, 'EVALSHA')) {
        while ($request !== '' && ($end = Tests\Resp::end($request)) !== null) {
            $words = Tests\Resp::value($request);
            $request = substr($request, $end);
            socket_write($client, $words[0] === 'CLIENT' ? "\$19\r\nid=1 addr=1.1.1.1:1\r\n" : "+OK\r\n");
        }
        $request .= socket_read($client, 65536);
    }
    usleep(1_700_000);
    // From now on the server is fast.
    socket_set_option($client, SOL_SOCKET, SO_RCVBUF, 4 << 20);
    while ((string) @socket_read($client, 1 << 20) !== '');
    say('all read');
    hear();
    PHP, modules: ['sockets'], extension: false);
$port = (int) $server->line();

$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['port' => (int) $argv[1], 'command_timeout' => 2]);
    // A hundred releases of such long names are more than a megabyte.
    $name = str_repeat('n', 4090);
    for ($i = 0; $i < 150; $i++) {
        $lock->lock("$name-$i", 0, 600) || throw new Exception('not free');
    }
    say('held');
    hear();
    $began = hrtime(true);
    try {
        $lock->unlockAll();
        say('released');
    } catch (RedisMutexLockUnavailableException) {
        say((string) ((hrtime(true) - $began) / 1e9));
    }
    hear();
    PHP, [$port]);
$worker->expect('held', 30);
$worker->tell('release');
$seconds = $worker->line(30);
// The second attempt is refused at once. A second deadline after the sending would make it 3.7 s.
Check::between(1.9, 2.9, (float) $seconds, 'seconds of a deadline of 2 s');
$worker->kill();
echo 'done';
?>
--EXPECT--
done
