--TEST--
At most 64 answers are owed: a release behind them waits, and 200 releases in a row free all names
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('many');
$names = array_map(fn (int $i): string => "$name-$i", range(1, 200));
$left = fn (): int => $redis->call('EXISTS', ...array_map(fn (string $one): string => "lock:$one", $names));

// Here the answers come, so any number of releases goes on.
$lock = Ahead::object($server->config() + ['command_timeout' => 20]);
foreach (['unlock', 'unlockAll'] as $method) {
    foreach ($names as $one) {
        Check::true($lock->lock($one, 0, 600), "$method: lock");
    }
    $method === 'unlockAll'
        ? Check::true($lock->unlockAll(), 'unlockAll')
        : array_map(fn (string $one) => Check::true($lock->unlock($one), $one), $names);
    Check::same(false, $lock->isLocked($name), "$method: reads the last answers");
    Check::same(0, $left(), "$method: all are free");
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
Check::between(1, 10, array_pop($seconds), 'seconds of the 65th');
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
