--TEST--
If Redis renews the lock no longer, the command gets TERM when a third of the validity is left, and KILL before the lock ends, with status 70
--FILE--
<?php
$cases = ['a command that obeys' => '; exit 3', 'a command that goes on after TERM' => ''];
Together::each($cases, function (string $then, string $case): void {
    $server = RedisServer::start(['user' => 'tool on >pw ~* &* +@all']);
    $redis = $server->client();
    $lease = 9.0;
    // It says the time, in nanoseconds, for as long as it lives.
    $code = "trap 'date +term:%s%N$then' TERM; echo ready \$\$; while :; do date +%s%N; sleep 0.02; done";
    $tool = new LockTool(['run', 'a', "--url=redis://tool:pw@127.0.0.1:$server->plainPort", "--lease=$lease", '--', 'sh', '-c', $code]);
    preg_match('/ready (\d+)\n/', $tool->reads("\n"), $pid);
    $redis->call('ACL', 'SETUSER', 'tool', 'off');
    $redis->call('CLIENT', 'KILL', 'USER', 'tool');
    // No renewal comes any more, so the end of the lock is known. It may be later by the time of the question.
    $asked = microtime(true);
    $left = $redis->call('PTTL', 'lock:a') / 1000;
    $end = $asked + $left;
    Check::between(0.1, $lease, $left, "$case: seconds of the lock");
    Check::eventually(static function () use ($tool, $pid, $case): bool {
        // In this order: what ends between both questions is the command.
        $runs = $tool->runs();
        $lives = LockTool::lives((int) $pid[1]);
        Check::true($runs || !$lives, "$case: the tool has not ended before the command");

        return !$lives;
    }, 30, "$case: the command ends");
    $ended = microtime(true);
    $tool->ends(70, $case);
    Check::same(1, preg_match('/^term:(\d+)$/m', $tool->output, $term), "$case: one TERM: " . substr($tool->output, -200));
    // The validity is 1 % shorter than the lease.
    Check::between(0.0, 0.35 * $lease, $end - $term[1] / 1e9, "$case: seconds of the lock at TERM");
    preg_match('/(\d+)\n\z/', $tool->output, $last);
    // A command that gets no processor for a while says its last time too soon, and its end is seen too late.
    Check::true($last[1] / 1e9 < $end, "$case: the command has ended before the lock");
    Check::true($end - $ended < ($then === '' ? 1.2 : 0.35 * $lease), "$case: it was not ended too soon");
    Check::same(1, substr_count($tool->stderr(), 'could not be renewed'), "$case: one sentence: {$tool->stderr()}");
});
echo 'done';
?>
--EXPECT--
done
