--TEST--
SIGKILL of redis-lock ends the command where setpriv works; where setpriv is missing or fails, the command goes on and the lock ends with its lease
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$dir = new TempDir();
$paths = ['setpriv works' => getenv('PATH')];
foreach (['setpriv is missing', 'setpriv fails'] as $case) {
    $paths[$case] = $dir->file(strtr($case, ' ', '-'));
    mkdir($paths[$case]);
    foreach (['sh', 'sleep'] as $program) {
        symlink(trim((string) shell_exec("command -v $program")), "$paths[$case]/$program");
    }
}
// As that of BusyBox, which knows no such option.
ShellScript::write("{$paths['setpriv fails']}/setpriv", 'echo unrecognized option >&2; exit 1');
foreach ($paths as $case => $path) {
    $name = Check::unique('killed');
    // The test's own programs need the PATH of the test.
    $command = ['env', "PATH=$path", ...LockTool::program(), 'run', $name, "--url={$server->url()}", '--lease=5', '--', 'sh', '-c', 'echo $$; exec sleep 300'];
    $tool = new Process($command, $dir->file('stderr'), talks: true);
    Check::true(Deadline::in(60)->readable($tool->stdout), "$case: the command runs: {$dir->read('stderr')}");
    $pid = (int) fgets($tool->stdout);
    Check::true($pid > 1 && LockTool::lives($pid), "$case: the command runs");
    $tool->kill();
    if ($case === 'setpriv works') {
        Check::eventually(static fn (): bool => !LockTool::lives($pid), 10, "$case: the end of the command");
    } else {
        Check::eventually(static fn (): bool => $redis->call('EXISTS', "lock:$name") === 0, 20, "$case: the end of the lock");
        Check::true(LockTool::lives($pid), "$case: the command goes on");
        exec("kill -KILL $pid");
    }
    Check::same('', $dir->read('stderr'), "$case: what was said");
}
echo 'done';
?>
--EXPECT--
done
