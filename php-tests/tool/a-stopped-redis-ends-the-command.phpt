--TEST--
A Redis that hangs or is killed ends the command with status 70, while one that comes back in time does no harm
--FILE--
<?php
Together::each(['hangs', 'killed', 'comes back'], function (string $case): void {
    $server = RedisServer::start();
    $tool = LockTool::run($server, 'a', LockTool::php(LockTool::SAYS_SIGNALS), ['--lease=12']);
    $tool->reads("command ready\n");
    $case === 'killed' ? $server->kill() : $server->pause();
    if ($case === 'comes back') {
        // A renewal has been lost, and the next one succeeds.
        usleep(5_000_000);
        $server->resume();
        $redis = $server->client();
        Check::eventually(static fn (): bool => $redis->call('PTTL', 'lock:a') > 9000, 20, 'renewed again');
        Check::same('', $tool->stderr(), 'no sentence');
        $tool->signal(SIGTERM);
        Check::same("command TERM\n", $tool->ends(7, $case), 'the only signal');

        return;
    }
    Check::same("command TERM\n", $tool->ends(70, $case), 'what the command got');
    Check::true(str_contains($tool->stderr(), 'could not be renewed'), $tool->stderr());
});
echo 'done';
?>
--EXPECT--
done
