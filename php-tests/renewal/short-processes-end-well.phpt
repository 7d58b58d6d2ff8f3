--TEST--
300 short processes with a renewed lock, their thread at any point of its work, all end with 0 and leave no key
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Extension;
use Tests\RedisServer;

$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('short');
// Renewed every 4 ms, if the machine is fast enough to get so short a lease.
$code = '$lock = new RedisMutexLock(["port" => $argv[1]]);
    $lock->lock($argv[2], expire: null) || exit(7);
    $busy = new RedisMutexLock(["port" => $argv[1], "lease" => 0.012]);
    try {
        $busy->lock("$argv[2]-busy", expire: null) || exit(8);
    } catch (RedisMutexLockUnavailableException) {
    }
    usleep((int) $argv[3]);';
$codes = [];
for ($i = 0; $i < 300; $i += 10) {
    $processes = [];
    for ($j = $i; $j < $i + 10; $j++) {
        $command = [PHP_BINARY, ...Extension::arguments(), '-r', $code, '--', $server->port, "$name-$j", $j % 30 * 300];
        $processes[] = proc_open(array_map(strval(...), $command), [], $pipes);
    }
    foreach ($processes as $process) {
        $codes[] = proc_close($process);
    }
}
Check::same([0 => 300], array_count_values($codes), 'exit codes');
Check::eventually(fn (): bool => $redis->call('KEYS', "lock:$name*") === [], 5, 'keys');
echo 'done';
?>
--EXPECT--
done
