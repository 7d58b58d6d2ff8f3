--TEST--
Ctrl-Z in a terminal stops redis-lock and its command, so that the shell goes on, and fg resumes both with the lock
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$name = Check::unique('job');
// A shell with job control, as a person has it.
$shell = 'set -m; "$@"; echo shell goes on; read -r line; fg >/dev/null; echo status $?; read -r line';
$tool = LockTool::run($server, $name, LockTool::php('echo "command ", getmypid(), "\n"; while (true) { usleep(100_000); }'), ['--lease=30'], columns: 80, shell: $shell);
$pid = (int) substr($tool->reads("\n"), strlen('command '));
$tool->types("\x1a");
$tool->reads("shell goes on\r\n");
Check::eventually(static fn (): bool => LockTool::state($pid) === 'T', 30, 'the command has stopped');
$tool->types("\n");
Check::eventually(static fn (): bool => LockTool::state($pid) !== 'T', 30, 'the command goes on');
// The lock is renewed again.
$redis->call('PEXPIRE', "lock:$name", 15_000);
$tool->types("\x03");
$tool->reads('status 130');
Check::same(0, $redis->call('EXISTS', "lock:$name"), 'the lock was released');
$tool->types("\n");
$tool->ends(0, 'the shell');
// A lease that ends in the meantime is a loss.
$tool = LockTool::run($server, $name, LockTool::php('echo "command ", getmypid(), "\n"; while (true) { usleep(100_000); }'), ['--lease=3'], columns: 80, shell: $shell);
$pid = (int) substr($tool->reads("\n"), strlen('command '));
$tool->types("\x1a");
$tool->reads("shell goes on\r\n");
Check::eventually(static fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 30, 'nobody renews the lock');
$tool->types("\n");
$tool->reads('is lost');
$tool->reads('status 70');
Check::true(!LockTool::lives($pid), 'the command has ended');
$tool->types("\n");
$tool->ends(0, 'the shell');
echo 'done';
?>
--EXPECT--
done
