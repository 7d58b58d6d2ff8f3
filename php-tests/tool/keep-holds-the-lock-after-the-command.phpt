--TEST--
--keep holds the lock for that time from its start, whatever the exit status and also after a signal, and no second run comes in
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$cases = [
    'good' => [['true'], 0, false],
    'a failure' => [['sh', '-c', 'exit 9'], 9, false],
    'a signal' => [['sh', '-c', 'echo ready; exec sleep 300'], 143, true],
];
foreach ($cases as $case => [$command, $status, $signal]) {
    $name = Check::unique('keep');
    $tool = LockTool::run($server, $name, $command, ['--keep=100', '--lease=5']);
    if ($signal) {
        $tool->reads("ready\n");
        $tool->signal(SIGTERM);
    }
    $tool->ends($status, $case);
    Check::same('', $tool->stderr(), "$case: stderr");
    Check::between(40_000, 100_000, $redis->call('PTTL', "lock:$name"), "$case: ms that are left");
    $again = LockTool::run($server, $name, ['echo', 'it ran'], ['--keep=100']);
    Check::same('', $again->ends(75, "$case: again"), "$case: the second run");
}
// A command that took longer leaves no lock, and so does a short rest that is over.
$name = Check::unique('keep');
LockTool::run($server, $name, ['sleep', '0.3'], ['--keep=0.2'])->ends(0, 'a long command');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'a long command');
LockTool::run($server, $name, ['true'], ['--keep=2'])->ends(0, 'a short rest');
LockTool::run($server, $name, ['true'], ['--wait=60'])->ends(0, 'after the rest');
echo 'done';
?>
--EXPECT--
done
