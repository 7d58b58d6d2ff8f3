--TEST--
After a crash in the midst of the work, a cron job runs again if the database remembers it, but not if the lock does: the guide's price
--FILE--
<?php
$redis = RedisServer::start();
$dir = new TempDir();
$machine = static fn (int $block, array $changes): Worker => Worker::run(
    // A lease of a second instead of 30.
    Recipe::code('A cron script on several machines', $changes + [
        // The test may run at midnight.
        "gmdate('Y-m-d')" => "'2026-11-26'",
        "new RedisMutexLock('redis://127.0.0.1:6379')" => "new RedisMutexLock(['url' => \$argv[1], 'lease' => 1])",
    ], $block),
    [$redis->url()],
    modules: ['pdo_sqlite'],
);
$crash = 'echo "report\n"; fflush(STDOUT); hear();';
$database = [
    "new PDO('sqlite::memory:')" => "new PDO('sqlite:{$dir->file('shop')}')",
    'CREATE TABLE reports' => 'CREATE TABLE IF NOT EXISTS reports',
];
foreach ([0 => $database, 1 => []] as $block => $changes) {
    $first = $machine($block, ['echo "report\n";' => $crash] + $changes);
    $first->expect('report');
    Check::same('', $machine($block, $changes)->finish(), "another machine is silent meanwhile, block $block");
    $first->kill();
    $locks = new RedisMutexLock($redis->url());
    $name = $block === 0 ? 'report' : 'report:2026-11-26';
    if ($block === 0) {
        Check::eventually(static fn (): bool => !$locks->isLocked($name), 10, 'the lease is over');
        Check::same("report\n", $machine($block, $changes)->finish(), 'the database remembers: the next start');
        Check::same('', $machine($block, $changes)->finish(), 'and the one after it');
    } else {
        Check::same('', $machine($block, $changes)->finish(), 'the lock remembers: the next start');
        Check::between(86000, 86400, $locks->list($name)[0]['remaining'], 'seconds for which the lock remembers');
        // What an operator does.
        Check::true($locks->forceUnlock($name), 'forceUnlock');
        Check::same("report\n", $machine($block, $changes)->finish(), 'the start by hand');
    }
}
echo "done\n";
?>
--EXPECT--
done
