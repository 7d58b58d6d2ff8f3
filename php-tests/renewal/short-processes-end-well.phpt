--TEST--
300 short processes with a renewed lock, their thread at any point of its work, all end with 0 and leave no key
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('short');
// Renewed every 4 ms, if the machine is fast enough to get so short a lease.
$code = '$lock = new RedisMutexLock(["url" => $argv[1]]);
    $lock->lock($argv[2], expire: null) || exit(7);
    $busy = new RedisMutexLock(["url" => $argv[1], "lease" => 0.012]);
    try {
        $busy->lock("$argv[2]-busy", expire: null) || exit(8);
    } catch (RedisMutexLockUnavailableException) {
    }
    usleep((int) $argv[3]);';
/** Runs ten of them at once. Returns the seconds that this took, and the keys that they have left behind. */
$run = static function (int $from) use ($server, $redis, $name, $code): array {
    $began = hrtime(true);
    $processes = [];
    for ($j = $from; $j < $from + 10; $j++) {
        $command = [PHP_BINARY, ...Extension::arguments(), '-r', $code, '--', $server->url(), "$name-$j", $j % 30 * 300];
        $processes[] = proc_open(array_map(strval(...), $command), [], $pipes);
    }
    Check::same([0 => 10], array_count_values(array_map(proc_close(...), $processes)), 'exit codes');
    $seconds = (hrtime(true) - $began) / 1e9;

    // Keys with a short lease are gone a moment later in any case.
    return [$seconds, $redis->call('KEYS', "lock:$name-*[0-9]")];
};
for ($i = 0; $i < 300; $i += 10) {
    // The two objects share half a second. A process that is held up for so long may leave a key, but not each time.
    $try = 0;
    do {
        [$seconds, $left] = $run($i);
        $left === [] || $redis->call('DEL', ...$left);
    } while ($left !== [] && $seconds > 0.25 && ++$try < 3);
    Check::same([], $left, 'keys of 30 s');
}
Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 5, 'keys');
echo 'done';
?>
--EXPECT--
done
