--TEST--
If Redis renews the lock no longer, the command gets TERM when a third of the validity is left, and KILL before the lock ends, with status 70
--FILE--
<?php
$users = ['appendonly' => 'no', 'user' => 'tool on >pw ~* &* +@all'];
$cases = ['a command that obeys' => '', 'a command that ignores TERM' => "trap '' TERM; "];
Together::each($cases, function (string $trap, string $case) use ($users): void {
    $server = RedisServer::start($users);
    $redis = $server->client();
    $lease = 6.0;
    // The user's end keeps the key where it is, so that one sees what is left of it.
    $code = "echo ready \$\$; {$trap}while :; do sleep 0.05; done";
    $tool = new LockTool(['run', 'a', "--url=redis://tool:pw@127.0.0.1:$server->plainPort", "--lease=$lease", '--', 'sh', '-c', $code]);
    $pid = (int) substr($tool->reads("\n"), strlen('ready '));
    $redis->call('ACL', 'SETUSER', 'tool', 'off');
    $redis->call('CLIENT', 'KILL', 'USER', 'tool');
    Check::eventually(static fn (): bool => str_contains($tool->stderr(), 'could not be renewed'), 30, 'TERM');
    $atTerm = $redis->call('PTTL', 'lock:a');
    $tool->ends(70, $case);
    $atEnd = $redis->call('PTTL', 'lock:a');
    Check::true(!LockTool::lives($pid), "$case: the command has ended");
    // A busy machine makes it later, and never earlier.
    Check::between(1, 2100, $atTerm, "$case: ms of the lock at TERM");
    Check::between(1, $trap === '' ? 2100 : 700, $atEnd, "$case: ms of the lock at the end");
    Check::same(1, substr_count($tool->stderr(), "\n"), "$case: one sentence: {$tool->stderr()}");
});
echo 'done';
?>
--EXPECT--
done
