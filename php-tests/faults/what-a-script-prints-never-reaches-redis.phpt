--TEST--
Output of a script that has closed its standard streams never reaches Redis, and grants no lock
--FILE--
<?php
$redis = RedisServer::shared();
$client = $redis->client();
$code = <<<'PHP'
    [, $url, $name, $closed] = $argv;
    // STDIN and STDOUT belong to the conversation with the test. These two are a second way to it.
    $hear = fopen('php://fd/0', 'r');
    $say = fopen('php://fd/1', 'w');
    foreach (explode(' ', $closed) as $stream) {
        fclose(constant($stream));
    }
    if (str_contains($closed, 'STDIN')) {
        // The log file of a daemon takes the first free descriptor.
        $log = fopen('/dev/null', 'w');
    }
    // Redis takes a plain line as a command, too.
    $print = function (string $command) use ($closed): void {
        str_contains($closed, 'STDOUT') && print("$command\r\n");
        str_contains($closed, 'STDERR') && @file_put_contents('php://stderr', "$command\r\n");
    };
    $result = function (callable $call): string {
        try {
            return json_encode($call());
        } catch (RedisMutexLockException) {
            return 'exception';
        }
    };
    $lock = new RedisMutexLock($url);
    // Each output comes right after a use of the connection.
    $lock->isLocked($name);
    $print("SET $name-printed yes");
    $seen = [$result(fn () => $lock->isLocked("$name-free"))];
    for ($i = 0; $i < 20; $i++) {
        $result(fn () => $lock->isLocked("$name-free"));
        $print("SET $name-printed yes");
        $seen[] = $result(fn () => $lock->lock("$name-theirs", 0, 60));
    }
    fwrite($say, json_encode([array_values(array_unique($seen)), $lock->held()]) . "\n");
    fgets($hear);
    PHP;
foreach (['STDIN STDOUT', 'STDOUT', 'STDERR', 'STDIN STDOUT STDERR'] as $closed) {
    $name = Check::unique('printed');
    $client->call('SET', "lock:$name-theirs", 'somebody');
    // Without this PHP ends when it cannot print.
    $worker = Worker::run($code, [$redis->url(), $name, $closed], ini: ['ignore_user_abort' => true]);
    Check::same('[["false"],[]]', $worker->line(), "$closed: free is free, and theirs is theirs");
    Check::same(null, $client->call('GET', "$name-printed"), "$closed: what was printed is no command");
    Check::same('somebody', $client->call('GET', "lock:$name-theirs"), "$closed: the owner");
    $worker->tell('');
    $worker->wait();
    $client->call('DEL', "lock:$name-theirs");
}
echo "done\n";
?>
--EXPECT--
done
