--TEST--
lock:check examines the servers of config/lock.php, and its exit status is that of the worst row
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$server = RedisServer::start(['appendonly' => 'yes']);
$check = static function (array $lock, string ...$options) use ($server): array {
    $config = ['lock' => $lock + ['connection' => ['host' => '127.0.0.1', 'port' => $server->plainPort], 'command_timeout' => 20]];
    $worker = ThinkPhp::console(['lock:check', ...$options], $config);

    return [$worker->wait(60), $worker->rest()];
};

[$status, $text] = $check([]);
Check::same(0, $status, "all is good:\n$text");
$name = "127.0.0.1:$server->plainPort, database 0";
Check::true(str_starts_with($text, "good     $name  reachable "), "the first line of\n$text");
Check::same(11, substr_count($text, "\n"), "a line for each row:\n$text");
[, $text] = $check(['prefix' => 'shop:']);
Check::true(str_contains($text, 'for keys like ~shop:*'), "the prefix in\n$text");
[$status, $json] = $check([], '--json');
Check::same([0, 'reachable'], [$status, json_decode($json, true)[0]['what']], 'JSON');

$server->client()->call('CONFIG', 'SET', 'appendonly', 'no');
[$status, $text] = $check([]);
Check::same(1, $status, "a warning:\n$text");
Check::true(str_contains($text, "\n         redis-cli CONFIG SET appendonly yes"), "its advice in\n$text");
$server->kill();
[$status, $text] = $check([]);
Check::same(2, $status, "a dead server:\n$text");
[$status, $text] = $check(['lease' => -1]);
Check::same(3, $status, "a wrong setting: $text");
Check::true(str_contains($text, 'redis_mutex_lock_check(): Argument #1 ($config) "lease"'), $text);
echo "done\n";
?>
--EXPECT--
done
