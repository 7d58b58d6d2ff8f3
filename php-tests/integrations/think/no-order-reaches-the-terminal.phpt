--TEST--
lock:list and lock:release never print what a terminal obeys, or what turns the direction of a text
--FILE--
<?php
use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;
use Tests\ThinkPhp;

$prefix = Check::unique('shop') . ':';
$config = ['lock' => ['prefix' => $prefix]];
$think = static function (int $code, string $what, array $tokens, array $config): string {
    $worker = ThinkPhp::console($tokens, $config);
    Check::same($code, $worker->wait(60), "$what: exit status\n{$worker->stderr()}");
    $bad = '/[\x00-\x09\x0b-\x1f\x7f]|[\x{80}-\x{9f}\x{61c}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}]/u';
    $printed = $worker->rest();
    Check::same(0, preg_match($bad, $printed), "$what is UTF-8 without orders: " . json_encode($printed, JSON_INVALID_UTF8_SUBSTITUTE));

    return $printed;
};

// Orders to a terminal in 7 bits and in 8, what turns the direction, separators of lines, what has no shape, no UTF-8.
$names = [
    "c0\e[2J\x07" => 'c0\033[2J\a', "csi\u{9b}31m" => 'csi\u009b31m', "osc\u{9d}0;title\x07" => 'osc\u009d0;title\a',
    "override\u{202e}txt.exe" => 'override\u202etxt.exe', "isolate\u{2066}\u{2069}" => 'isolate\u2066\u2069',
    "marks\u{200e}\u{200f}\u{61c}" => 'marks\u200e\u200f\u061c', "lines\u{2028}\u{2029}" => 'lines\u2028\u2029', "byte\x9b31m" => 'byte\23331m',
    '订单:é' => '订单:é', 'tag<error></error><fg=black>' => 'tag<error></error><fg=black>',
];
$lock = new RedisMutexLock(['lock_prefix' => $prefix] + RedisServer::shared()->config());
foreach ($names as $name => $shown) {
    Check::same(true, $lock->lock($name, 0, 600), "lock: $shown");
}
$redis = RedisServer::shared()->client();
$redis->call('SET', "{$prefix}foreign", "\u{9b}31m\u{202e}");
$table = $think(0, 'the table', ['lock:list'], $config);
foreach ($names as $shown) {
    Check::true(str_contains($table, "| $shown "), "$shown in\n$table");
}
Check::true(str_contains($table, '\u009b31m'), "the foreign owner in\n$table");
$redis->call('DEL', "{$prefix}foreign");
foreach ($names as $name => $shown) {
    Check::same("Released [$shown].\n", $think(0, $shown, ['lock:release', '-f', $name], $config), 'release');
}
Check::same("[$shown] is not locked.\n", $think(1, $shown, ['lock:release', '-f', $name], $config), 'release of a free lock');
$name = 'asked<error>' . "\u{202e}";
Check::same(true, $lock->lock($name, 0, 600), 'lock');
$worker = ThinkPhp::console(['lock:release', $name], $config);
$worker->tell('no');
Check::same(1, $worker->wait(60), "a question: exit status\n{$worker->stderr()}");
Check::true(str_contains($asked = $worker->rest(), 'Release [asked<error>\u202e]? Its owner'), $asked);

// What fails repeats the words of a server.
$proxy = Proxy::to(RedisServer::shared());
foreach (['SCAN', 'EVAL*', 'GET'] as $asked) {
    $proxy->rule(['command' => $asked, 'do' => 'answer', 'bytes' => "-NOPERM \u{9b}31m\u{202e}\r\n"]);
}
$failing = ['lock' => ['connection' => ['host' => '127.0.0.1', 'port' => $proxy->port] + $proxy->config()]] + $config;
foreach ([['lock:list'], ['lock:release', '-f', 'x']] as $tokens) {
    $printed = $think(1, $tokens[0], $tokens, $failing);
    Check::true(str_contains($printed, 'NOPERM'), $printed);
}
Check::true(str_contains($think(1, 'a long name', ['lock:release', '-f', str_repeat('n', 5000)], $config), '4096'), 'a long name');
echo "done\n";
?>
--EXPECT--
done
