--TEST--
TERM or INT at any moment of redis-lock run ends it with 128 + n, with no process and no lock left, as if it had never run
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$began = hrtime(true);
LockTool::run($server, Check::unique('moment'), ['true'])->ends(0, 'a whole run');
$whole = intdiv(hrtime(true) - $began, 1000);
$cases = [];
for ($i = 0; $i < 60; $i++) {
    // A busy machine may be slower now, so some of them wait for the command.
    $cases["case $i"] = [$i % 2 === 0 ? SIGTERM : SIGINT, $i < 54 ? intdiv($whole * 3 * $i, 2 * 54) : null];
}
$ran = Together::each($cases, function (array $case, string $what) use ($server): bool {
    [$signal, $later] = $case;
    $name = Check::unique("moment-$what");
    $mark = "LOCK_TOOL_TEST=$name";
    $dir = new TempDir();
    $command = [...LockTool::program(), 'run', $name, "--url={$server->url()}", '--lease=600', '--', ...LockTool::saysReady($dir)];
    $tool = new Process($command, $dir->file('stderr'), ['LOCK_TOOL_TEST' => $name], talks: true);
    $later === null ? Deadline::in(60)->readable($tool->stdout) : usleep($later);
    $tool->signal($signal);
    Check::same(128 + $signal, $tool->wait(60), "$what, signal $signal after $later us: {$dir->read('stderr')}");
    $left = static fn (): array => array_filter(
        glob('/proc/[0-9]*/environ'),
        static fn (string $file): bool => str_contains("\0" . @file_get_contents($file), "\0$mark\0"),
    );
    Check::eventually(static fn (): bool => $left() === [], 30, "$what, signal $signal after $later us: the end of all processes");
    Check::same(0, $server->client()->call('EXISTS', "lock:$name"), "$what, signal $signal after $later us: the lock");

    return fread($tool->stdout, 100) === "ready\n";
}, most: 3);
Check::between(6, 59, array_sum($ran), 'how often the command ran');
echo 'done';
?>
--EXPECT--
done
