--TEST--
At most 64 answers are owed: the release behind them waits for all, so its name and theirs are free when it returns
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('many');
$names = array_map(fn (int $i): string => "$name-$i", range(1, 200));
$left = fn (): int => $redis->call('EXISTS', ...array_map(fn (string $one): string => "lock:$one", $names));

$lock = Ahead::object($server->config() + ['command_timeout' => 20]);
foreach (['unlock', 'unlockAll'] as $method) {
    foreach ($names as $one) {
        Check::true($lock->lock($one, 0, 600), "$method: lock");
    }
    if ($method === 'unlockAll') {
        Check::true($lock->unlockAll(), 'unlockAll');
        // The pipeline behind the first 64 was awaited.
        Check::same(0, $left(), 'unlockAll: all are free when it returns');
        continue;
    }
    foreach ($names as $i => $one) {
        Check::true($lock->unlock($one), "unlock $i");
        // Each 65th one is awaited, and with it all before.
        $i % 65 === 64 && Check::same(200 - 1 - $i, $left(), "$i: free when it returns");
    }
    Check::same(false, $lock->isLocked($name), 'reads the last ones');
    Check::same(0, $left(), 'all are free');
}

// Against a server that is silent, the 65th waits for its command_timeout, and is owed as the others are.
$proxy = Proxy::to($server);
$silent = Ahead::object($proxy->config() + ['command_timeout' => 1]);
foreach (array_slice($names, 0, 66) as $one) {
    Check::true($silent->lock($one, 0, 600), 'lock');
}
$proxy->pause();
$seconds = [];
foreach (array_slice($names, 0, 65) as $one) {
    $began = hrtime(true);
    Check::true($silent->unlock($one), 'unlock');
    $seconds[] = (hrtime(true) - $began) / 1e9;
}
Check::between(1, 4, array_pop($seconds), 'seconds of the 65th');
sort($seconds);
// A busy machine may hold up one of them.
Check::between(0, 0.5, $seconds[60], 'seconds of the others');
$proxy->resume();
Check::true($silent->lock($names[0], 0, 60) && $silent->unlock($names[0]), 'afterwards');
unset($silent);
Check::eventually(fn (): bool => $left() === 0, 10, 'nothing is left');
echo "done\n";
?>
--EXPECT--
done
