--TEST--
The exit status of redis-lock run is that of the command, or 128 + n for a signal, or 126 and 127 as a shell's, and stdin and stdout are the command's
--FILE--
<?php
$server = RedisServer::shared();
$dir = new TempDir();
file_put_contents($dir->file('script'), "echo a script without a first line; exit 5\n");
chmod($dir->file('script'), 0o755);
file_put_contents($dir->file('text'), 'no program');
file_put_contents($dir->file('lost'), "#!/nowhere/interpreter\n");
chmod($dir->file('lost'), 0o755);
$cases = [
    'good' => [['true'], 0],
    'a status' => [['sh', '-c', 'exit 3'], 3],
    'its own 127' => [['sh', '-c', 'exit 127'], 127],
    'its own 75' => [['sh', '-c', 'exit 75'], 75],
    'a signal' => [['sh', '-c', 'kill -USR2 $$'], 128 + SIGUSR2],
    'killed' => [['sh', '-c', 'kill -KILL $$'], 128 + SIGKILL],
    'a script' => [[$dir->file('script')], 5],
    'not found' => [['no-such-program'], 127],
    'no path' => [['/no/such/program'], 127],
    'a folder' => [[$dir->path], 126],
    'not executable' => [[$dir->file('text')], 126],
    // The kernel says that there is no file, and shells differ too.
    'no interpreter' => [[$dir->file('lost')], 127],
];
foreach ($cases as $case => [$command, $status]) {
    $name = Check::unique('status');
    $tool = LockTool::run($server, $name, $command);
    $tool->ends($status, $case);
    Check::same($status >= 126 && $status < 128 && $case !== 'its own 127', $tool->stderr() !== '', "$case: a sentence says why: {$tool->stderr()}");
    Check::same(0, $server->client()->call('EXISTS', "lock:$name"), "$case: the lock is released");
}
// Without setpriv the tool itself becomes the command.
mkdir($dir->file('bin'));
symlink('/bin/true', $dir->file('bin/true'));
foreach (['a script', 'no interpreter', 'good', 'not found'] as $case) {
    [$command, $status] = $cases[$case];
    $path = "PATH={$dir->file('bin')}";
    $process = new Process(['env', $path, ...LockTool::program(), 'run', Check::unique('status'), "--url={$server->url()}", '--', ...$command], $dir->file('said'));
    Check::same($status, $process->wait(60), "$case, without setpriv: {$dir->read('said')}");
}
$tool = LockTool::run($server, Check::unique('status'), ['sh', '-c', 'read -r line; echo "got $line"; echo apart >&2; cat', 'x']);
$tool->types("first\nsecond\n");
$tool->closes();
Check::same("got first\nsecond\n", $tool->ends(0, 'streams'), 'stdin and stdout');
Check::same("apart\n", $tool->stderr(), 'stderr');
$tool = LockTool::run($server, Check::unique('status'), ['printf', '%s|', '--', '-x', 'a b', '', '*']);
Check::same('--|-x|a b||*|', $tool->ends(0, 'words'), 'the words reach the command as they are');
echo 'done';
?>
--EXPECT--
done
