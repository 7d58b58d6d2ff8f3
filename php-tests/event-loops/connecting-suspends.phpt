--TEST--
A fiber that opens a connection is suspended while a host's name is looked up, and while a server says nothing to the greeting or to TLS
--FILE--
<?php
// It accepts in its backlog, and never says anything.
$silent = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) explode(':', stream_socket_get_name($silent, false))[1];
// To read the system's certificates is a piece of work of its own, so TLS has the one of the suite.
foreach (['the greeting' => ['port' => $port], 'the handshake of TLS' => Pass::tlsConfig($port)] as $what => $way) {
    $loop = new FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $message = null;
    $loop->start(static function () use ($way, &$message): void {
        $lock = new RedisMutexLock($way + ['timeout' => 3, 'command_timeout' => 3]);
        $message = Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->isLocked('x'))->getMessage();
    });
    $turns = 0;
    $loop->start(static function () use ($loop, &$message, &$turns): void {
        while ($message === null) {
            $loop->sleep(0.01);
            $turns++;
        }
    });
    $loop->run();
    Check::true(str_contains($message, 'was reached and does not answer'), "$what: $message");
    Check::between(10, 100_000, $turns, "$what: turns of the other fiber");
    Check::between(0, 0.1, $loop->longestPieces[0], "$what: the longest stop of the loop in seconds");
}

// A lookup that takes a second, twice: a thread of its own asks the resolver.
$server = RedisServer::start();
$names = new FakeNames();
$names->delay(waits: 1);
$worker = Worker::run('$loop = new Tests\FiberLoop();
    RedisMutexLock::onWait($loop->wait(...));
    $name = null;
    $loop->start(function () use ($argv, &$name) {
        $lock = new RedisMutexLock($argv[1]);
        $name = $lock->lock("looked-up", 0, 60) ? "locked" : "refused";
        $lock->unlock("looked-up");
    });
    $turns = 0;
    $loop->start(function () use ($loop, &$name, &$turns) {
        while ($name === null) {
            $loop->sleep(0.01);
            $turns++;
        }
    });
    $loop->run();
    say(json_encode([$name, $turns, $loop->longestPieces[0]]));', [str_replace('127.0.0.1', 'localhost', $server->url(timeout: 10, command_timeout: 10))], $names->environment());
[$granted, $turns, $stall] = json_decode($worker->line(60), true);
$worker->finish(30);
Check::same('locked', $granted, 'the name: lock()');
Check::between(10, 100_000, $turns, 'the name: turns of the other fiber');
Check::between(0, 0.1, $stall, 'the name: the longest stop of the loop in seconds');
Check::between(1, 2, $names->lookups(), 'the name: lookups');
echo "done\n";
?>
--EXPECT--
done
