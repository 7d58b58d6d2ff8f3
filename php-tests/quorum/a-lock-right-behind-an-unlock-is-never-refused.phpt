--TEST--
When unlock() has returned true, lock() with timeout 0 in another process is true, a thousand times: with all servers, with two dead, with a slow network
--FILE--
<?php
$cases = [
    'all well' => [1_000, static fn (): QuorumSet => QuorumSet::start()],
    'two dead' => [1_000, static function (): QuorumSet {
        $set = QuorumSet::start();
        $set->kill(0, 3);

        return $set;
    }],
    'a slow network' => [200, static fn (): QuorumSet => QuorumSet::behindRelays(delay: 2)],
];
Together::each($cases, static function (array $case): void {
    [$turns, $start] = $case;
    $set = $start();
    $worker = Worker::run(<<<'PHP'
        [, $config, $turns] = $argv;
        [$ours, $its] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
        $child = pcntl_fork();
        $end = $child === 0 ? $its : $ours;
        $lock = new RedisMutexLock(unserialize($config));
        $child === 0 && fwrite($end, '1');
        for ($turn = 1; $turn <= (int) $turns; $turn++) {
            fread($end, 1) === '1' || exit(1);
            Tests\Check::true($lock->lock('a', 0, 60), "lock in turn $turn");
            Tests\Check::true($lock->unlock('a'), "unlock in turn $turn");
            @fwrite($end, '1');
        }
        if ($child === 0) {
            exit(0);
        }
        pcntl_waitpid($child, $status);
        say("the child ends with $status");
        PHP, [serialize($set->config()), $turns]);
    $worker->expect('the child ends with 0', 200);
    $worker->finish();
    $set->vanishes();
}, most: 3, seconds: 250);
echo 'done';
?>
--EXPECT--
done
