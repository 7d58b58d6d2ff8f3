--TEST--
If the lock is gone, the command and its children get TERM, and KILL a second later, with status 70, and the new owner keeps its lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('gone');
$code = 'trap "echo command TERM" TERM; sh -c \'trap "echo child TERM" TERM; echo child $$; while :; do sleep 0.05; done\' & echo command $$; while :; do sleep 0.05; done';
$tool = LockTool::run($server, $name, ['sh', '-c', $code], ['--lease=6']);
preg_match_all('/\d+/', $tool->reads("\n") . $tool->reads("\n"), $pids);
$redis->call('SET', "lock:$name", 'another', 'PX', 60_000);
$asked = microtime(true);
Check::eventually(static function () use ($tool, &$asked): bool {
    $asked = str_contains($tool->stderr(), 'is lost') ? $asked : microtime(true);

    return str_contains($tool->stderr(), 'is lost');
}, 30, 'the loss is seen');
$tool->ends(70, 'lost');
Check::between(0.9, 20.0, microtime(true) - $asked, 'seconds from TERM to KILL');
Check::true(str_contains($tool->output, "command TERM\n") && str_contains($tool->output, "child TERM\n"), "who got TERM: $tool->output");
foreach ($pids[0] as $pid) {
    Check::eventually(static fn (): bool => !LockTool::lives((int) $pid), 10, "process $pid was killed");
}
Check::same('another', $redis->call('GET', "lock:$name"), 'the new owner');
// Nobody had seen the loss before the command ended.
$tool = LockTool::run($server, "$name-unseen", ['sh', '-c', 'echo ready; read -r line; exit 3'], ['--lease=600']);
$tool->reads("ready\n");
$redis->call('DEL', "lock:$name-unseen");
$tool->types("\n");
$tool->ends(70, 'a loss that is seen at the end');
Check::true(str_contains($tool->stderr(), 'was lost while the command ran'), $tool->stderr());
echo 'done';
?>
--EXPECT--
done
