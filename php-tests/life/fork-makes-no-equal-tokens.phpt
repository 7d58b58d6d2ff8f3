--TEST--
50 forked children draw 200 tokens each, and no two of the 10,050 are equal
--FILE--
<?php
$worker = Worker::run(<<<'PHP'
    // If a generator keeps a state in memory, it has that state before the forks.
    $own = [];
    for ($i = 0; $i < 50; $i++) {
        $own[] = RedisMutexLock::generateToken();
    }
    $pipes = [];
    for ($child = 0; $child < 50; $child++) {
        [$mine, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        if (pcntl_fork() === 0) {
            $tokens = '';
            for ($i = 0; $i < 200; $i++) {
                $tokens .= RedisMutexLock::generateToken();
            }
            for ($sent = 0; $sent < strlen($tokens);) {
                $sent += fwrite($its, substr($tokens, $sent));
            }
            exit(0);
        }
        fclose($its);
        $pipes[] = $mine;
    }
    $tokens = $own;
    foreach ($pipes as $pipe) {
        array_push($tokens, ...str_split(stream_get_contents($pipe), 32));
        pcntl_wait($status);
        Tests\Check::same(0, $status, 'status of a child');
    }
    Tests\Check::same(10050, count($tokens), 'tokens');
    Tests\Check::same(10050, count(array_unique($tokens)), 'different ones');
    Tests\Check::same([], preg_grep('/^[0-9a-f]{32}$/', $tokens, PREG_GREP_INVERT), 'malformed ones');
    PHP);
$worker->finish(60);

echo "done\n";
--EXPECT--
done
