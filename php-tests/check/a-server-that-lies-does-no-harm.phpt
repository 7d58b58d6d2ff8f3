--TEST--
The check of a server whose replies are nonsense has rows of plain text, and none of them is an order to a terminal
--FILE--
<?php
$server = RedisServer::start(['appendonly' => 'yes']);
$order = "\e[2J\u{9b}31m\u{202e}";
$text = static fn (string $words): string => '$' . strlen($words) . "\r\n$words\r\n";
$hello = '*4' . "\r\n" . $text('version') . $text("9.9$order") . $text('role') . $text($order);
$info = $text("maxmemory_policy:$order\r\nmaxmemory:1\r\naof_enabled:\xff\r\nconnected_slaves:-1\r\n");
$lies = [
    'HELLO' => [$hello, "*1\r\n:1\r\n", "-NOPERM $order\r\n", "+OK\r\n"],
    'INFO' => [$info, "*0\r\n", "-ERR $order\r\n", "\$-1\r\n"],
    'SET' => ["-OOM $order\r\n", ":7\r\n", "\$-1\r\n", "*0\r\n"],
    'TIME' => [":7\r\n", "*2\r\n:1\r\n:2\r\n", "-ERR $order\r\n", "*2\r\n" . $text('x') . $text($order)],
    'GET' => ["-NOPERM $order run the '$order' command\r\n", ":7\r\n", "*0\r\n", "+OK\r\n"],
];
$unclean = '/[\x00-\x1f\x7f\x{80}-\x{9f}\x{202a}-\x{202e}\x{2028}\x{2029}]/u';
foreach ($lies as $command => $answers) {
    foreach ($answers as $answer) {
        $proxy = Proxy::to($server, ['command' => $command, 'do' => 'answer', 'bytes' => $answer]);
        $findings = Findings::of($proxy->config());
        $findings->expect('good', 'reachable');
        foreach ($findings->rows as $row) {
            $words = implode(' ', $row);
            Check::same(0, preg_match($unclean, $words), "$command: UTF-8 without orders: " . json_encode($words, JSON_INVALID_UTF8_SUBSTITUTE));
        }
        if ($command === 'SET') {
            $findings->expect('bad', 'write');
        }
    }
}
Check::same(0, $server->client()->call('DBSIZE'), 'keys');
echo 'done';
?>
--EXPECT--
done
