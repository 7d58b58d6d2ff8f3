--TEST--
Forks, and the ends of children, do not stop a parent's renewals; a child neither holds nor releases nor renews its locks
--FILE--
<?php
$server = RedisServer::shared();
$config = [...$server->config(), 'lease' => 2.4];
// Each child ends in a different way, after more than a lease.
$ends = ['exit(0);', '$lock = null; exit(0);', '$lock->unlockAll(); exit(0);', 'throw new Exception("x");', 'posix_kill(getmypid(), SIGKILL);'];
Together::each($ends, function (string $end) use ($server, $config): void {
    $redis = $server->client();
    $holder = Holder::of(Check::unique('parent'), $config);
    $name = $holder->name;
    $token = $redis->call('GET', "lock:$name");
    Check::same([[], false, false, null, null, 0], $holder->ask('ini_set("display_errors", "0");
        $pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $pid = pcntl_fork();
        if ($pid === 0) {
            fwrite($pair[1], json_encode([
                $lock->held(), $lock->isLocking($name), $lock->unlock($name), $lock->remaining($name), $lock->detach($name),
                count(Tests\Holder::threads(getmypid())),
            ]) . "\n");
            usleep(2_500_000);
            ' . $end . '
        }
        $reported = json_decode(fgets($pair[0]), true);
        pcntl_waitpid($pid, $status);
        return $reported;'), "what the child knows: $end");
    Check::same($token, $redis->call('GET', "lock:$name"), "owner after: $end");
    Check::same([true, 1], [$holder->ask('$lock->isLocking($name)'), count(Holder::threads($holder->pid))], "the parent after: $end");
    $holder->finish();
});

// A child outlives its parent, and does not keep the parent's lock alive.
$redis = $server->client();
$holder = Holder::of(Check::unique('parent'), $config);
$name = $holder->name;
$child = $holder->ask('if (($pid = pcntl_fork()) === 0) {
        sleep(20);
        exit(0);
    }
    return $pid;');
$holder->worker->kill();
$before = $redis->call('PTTL', "lock:$name");
while (($now = $redis->call('PTTL', "lock:$name")) !== -2) {
    Check::true($now <= $before, "nobody renews it: $before ms, then $now ms");
    $before = $now;
}
exec("kill -KILL $child");
echo 'done';
?>
--EXPECT--
done
