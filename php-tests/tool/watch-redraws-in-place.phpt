--TEST--
redis-lock list --watch redraws in place within a terminal of any size, without colours if NO_COLOR is set, and prints the table again in a pipe
--FILE--
<?php
$server = RedisServer::start();
$url = "--url={$server->url()}";
for ($i = 10; $i < 40; $i++) {
    $server->client()->call('SET', "lock:a-rather-long-name-of-a-lock-for-order-number-$i", 'another', 'PX', 900_000);
}
$queue = new Queue($server, 'waited-for');
$server->client()->call('SET', $queue->lock, 'another', 'PX', 900_000);
$waiter = $queue->waiter();
$frames = static function (LockTool $tool, string $between): array {
    $text = '';
    for ($i = 0; $i < 3; $i++) {
        $text .= $tool->reads($between);
    }

    return array_slice(explode($between, $text), 0, 3);
};
foreach ([[100, 24, []], [40, 10, []], [25, 5, []], [60, 12, ['NO_COLOR' => '1']]] as [$columns, $rows, $env]) {
    $where = "$columns x $rows";
    $tool = new LockTool(['list', $url, '--watch=0.2'], columns: $columns, rows: $rows, env: $env);
    foreach ($frames($tool, "\e[J") as $i => $frame) {
        $lines = explode("\n", rtrim(str_replace(["\r", "\e[K"], '', $frame), "\n"));
        if ($i > 0) {
            Check::same(1, preg_match('/^\e\[(\d+)A/', $lines[0], $up), "$where: a redraw begins above");
            Check::same(count($lines), (int) $up[1], "$where: at the line where the last one began");
            $lines[0] = substr($lines[0], strlen($up[0]));
        }
        Check::between(4, $rows - 1, count($lines), "$where: lines");
        Check::same($env === [], str_contains($frame, "\e[33m"), "$where: colours");
        foreach ($lines as $line) {
            $plain = preg_replace('/\e\[[0-9;]*m/', '', $line);
            Check::between(1, $columns, preg_match_all('/./u', $plain), "$where: the width of '$plain'");
            Check::true(!str_contains($plain, "\e"), "$where: no other code in '$plain'");
        }
        Check::same(1, preg_match('/^\d\d:\d\d:\d\d UTC  31 locks/', $lines[0]), "$where: $lines[0]");
        Check::true(str_contains($lines[2], 'waited'), "$where: the one that is waited for comes first: $lines[2]");
        Check::same(1, preg_match('/^… and \d+ more$/', end($lines)), "$where: the rest is counted");
    }
    $tool->types("\x03");
    Check::same(130, $tool->status(), "$where: Ctrl-C");
}
foreach ([['a pipe', 0, []], ['TERM=dumb', 100, ['TERM' => 'dumb']]] as [$where, $columns, $env]) {
    $tool = new LockTool(['list', $url, 'waited*', '--watch=0.2'], columns: $columns, env: $env);
    $end = $columns > 0 ? "\r\n\r\n" : "\n\n";
    foreach ($frames($tool, $end) as $frame) {
        Check::same(1, preg_match('/^\d\d:\d\d:\d\d UTC  1 lock, 1 with waiting processes, below the prefix "lock:" at \S+\r?\nName .*\nwaited-for .*$/', $frame), "$where: $frame");
        Check::true(!str_contains($frame, "\e"), "$where: no codes");
    }
    $tool->signal(SIGTERM);
    $tool->status();
}
$waiter->kill();
// An outage is shown, and the watch goes on after it.
$tool = new LockTool(['list', $url, 'waited*', '--watch=0.2']);
$tool->reads("waited-for");
$server->kill();
$tool->reads('cannot be reached');
$server->restart();
$tool->reads('0 locks');
$tool->signal(SIGTERM);
Check::same(143, $tool->status(), 'the end of the watch');
echo 'done';
?>
--EXPECT--
done
