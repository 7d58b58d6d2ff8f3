--TEST--
redis-lock run --limit lets so many commands of one name run at a time, --shared any number, and neither runs beside a lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('limit');
$dir = new TempDir();
// Each says how many are inside.
$command = ['sh', '-c', 'touch "$1/in-$$"; ls "$1" | grep -c ^in >>"$1/log"; sleep 0.3; rm "$1/in-$$"', 'sh', $dir->path];
$tools = [];
for ($i = 0; $i < 9; $i++) {
    $tools[] = LockTool::run($server, $name, $command, ['--limit=3', '--wait=120']);
}
foreach ($tools as $tool) {
    $tool->ends(0, 'one of three');
}
$inside = array_map(intval(...), explode("\n", trim($dir->read('log'))));
Check::same([9, 3], [count($inside), max($inside)], 'commands, and how many at most at a time');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'nothing is left');

// Who does not get in is silent.
$waits = LockTool::saysReady($dir);
$holders = [LockTool::run($server, $name, $waits, ['--limit=2', '--lease=2']), LockTool::run($server, $name, $waits, ['--shared', '--lease=2'])];
foreach ($holders as $holder) {
    $holder->reads("ready\n");
}
foreach ([['--limit=2'], ['--limit=2', '--wait=0.2'], []] as $options) {
    $tool = LockTool::run($server, $name, ['echo', 'it ran'], $options);
    Check::same('', $tool->ends(75, implode($options) . ' beside two shares') . $tool->stderr(), 'it prints');
}
foreach (['--limit=3', '--shared'] as $option) {
    Check::same("it ran\n", LockTool::run($server, $name, ['echo', 'it ran'], [$option])->ends(0, $option), 'beside two shares');
}
// Shares are renewed.
usleep(2_500_000);
Check::same(2, $redis->call('ZCARD', "lock:$name"), 'both live after their first lease');
$holders[0]->signal(SIGTERM);
$holders[0]->ends(143, 'the first one');
Check::same(1, $redis->call('ZCARD', "lock:$name"), 'one is left');
// Whose share is gone is ended.
$redis->call('DEL', "lock:$name");
$holders[1]->ends(70, 'the second one');
Check::true(str_contains($holders[1]->stderr(), 'is lost'), $holders[1]->stderr());

// Beside a lock none begins.
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock($name, 0, 600), 'a lock');
foreach (['--limit=3', '--shared'] as $option) {
    $tool = LockTool::run($server, $name, ['echo', 'it ran'], [$option]);
    Check::same('', $tool->ends(75, "$option beside a lock") . $tool->stderr(), 'it prints');
}
$holder->unlock($name);
// A share that is kept counts.
LockTool::run($server, $name, ['true'], ['--limit=1', '--keep=60'])->ends(0, 'kept');
LockTool::run($server, $name, ['true'], ['--limit=1'])->ends(75, 'beside the kept one');
Check::between(50_000, 60_000, $redis->call('PTTL', "lock:$name"), 'milliseconds that it stays');
$redis->call('DEL', "lock:$name");
echo 'done';
?>
--EXPECT--
done
