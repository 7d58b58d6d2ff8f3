--TEST--
A process that has closed its standard streams gets none of the extension's sockets as descriptor 0, 1 or 2
--FILE--
<?php
$redis = RedisServer::shared();
$code = <<<'PHP'
    [, $url, $name, $closed, $early] = $argv;
    $sockets = function (): array {
        $found = [];
        foreach (scandir('/proc/self/fd') as $fd) {
            $what = (string) @readlink("/proc/self/fd/$fd");
            if (str_starts_with($what, 'socket:[')) {
                $found[$fd] = $what;
            }
        }
        return $found;
    };
    // The runner may have left some descriptors open.
    $inherited = $sockets();
    /** The standard descriptors that are sockets of ours, and the number of other descriptors that are. */
    $own = function () use ($sockets, $inherited): array {
        $own = array_keys(array_diff($sockets(), $inherited));
        $standard = array_values(array_intersect($own, [0, 1, 2]));
        return [$standard, count($own) - count($standard)];
    };
    $lock = new RedisMutexLock("$url?lease=0.3");
    if ($early === '0') {
        // Then only the renewing thread opens a connection afterwards.
        $lock->isLocked($name);
    }
    // STDOUT belongs to the conversation with the test. This is a second way to it.
    $test = fopen('php://fd/1', 'w');
    foreach (explode(' ', $closed) as $stream) {
        fclose(constant($stream));
    }
    $granted = $lock->lock("$name-fixed", 0, 60);
    $first = $own();
    $end = hrtime(true) + 10e9;
    do {
        // More than one try only if the machine stood still for a whole lease.
        $lock->lock("$name-renewed", 0, null);
        usleep(1000);
    } while (RedisMutexLock::stats()['renewed'] === 0 && hrtime(true) < $end);
    $second = $own();
    fwrite($test, json_encode([$granted, RedisMutexLock::stats()['renewed'] > 0, $first, $second]) . "\n");
    PHP;
foreach ([$redis->url(), strtok($redis->unixUrl(), '?')] as $url) {
    foreach (['STDIN', 'STDOUT', 'STDERR', 'STDIN STDOUT STDERR'] as $closed) {
        foreach ([1, 0] as $early) {
            $worker = Worker::run($code, [$url, Check::unique('closed'), $closed, $early]);
            // One connection for the commands. A second one for the renewals.
            Check::same('[true,true,[[],1],[[],2]]', $worker->line(20), "$url: $closed closed, before the first command: $early");
            Check::same(0, $worker->wait(), 'its end');
        }
    }
}
echo "done\n";
?>
--EXPECT--
done
