--TEST--
lock:list shows the name, the time that is left, the waiters, the end of the owner token and who made it, for a pattern too
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$prefix = Check::unique('shop') . ':';
$config = ['lock' => ['prefix' => $prefix]];
$list = static function (string ...$pattern) use ($config): array {
    $worker = ThinkPhp::console(['lock:list', ...$pattern], $config);
    Check::same(0, $worker->wait(60), "exit status\n{$worker->stderr()}");
    preg_match_all('/^\| (.*) \|$/m', $worker->rest(), $rows);

    return $rows[1] === []
        ? preg_grep('/held/', explode("\n", $worker->rest()))
        : array_map(static fn (string $row): array => array_map(trim(...), explode('|', $row)), $rows[1]);
};

Check::same(['No locks are held.'], $list(), 'no lock');

$lock = new RedisMutexLock(['lock_prefix' => $prefix] + RedisServer::shared()->config());
$lock->lock('order:42', 0, 600);
$lock->lock('order:year', 0, 31_536_000);
$lock->lock("report\e[2J", 0, 600);
$redis = RedisServer::shared()->client();
$redis->call('SET', "{$prefix}order:no-end", 'an owner of another library');
$redis->call('ZADD', "{$prefix}order:42:queue:{{$prefix}order:42}", (time() - 100) * 1_000_000, 'a waiter');

[$header, $order, $never, $year, $report] = $list();
Check::same(['Name', 'Expires in', 'Waiting', 'Owner', 'Held by', 'Oldest'], $header, 'header');
Check::same(['order:42', '1', substr($lock->token('order:42'), -8)], [$order[0], $order[2], $order[3]], 'a lock');
Check::between(500, 600, (float) $order[1], "its time: $order[1]");
$host = substr(strtolower(gethostname()), -6);
Check::same((strlen($host) === 6 ? '…' : '') . "$host, pid " . getmypid(), $order[4], 'who made its token');
Check::between(100, 200, (float) $order[5], "how long the first waits: $order[5]");
Check::same(['order:no-end', 'never', '0', 'an owner', 'another library', ''], $never, 'a lock of another library');
Check::same(['order:year', 'never', '0'], array_slice($year, 0, 3), 'a lock for a year');
Check::same('report\033[2J', $report[0], 'a name that is an order to a terminal');
Check::same(['Name', 'order:42'], array_column($list('order:4*'), 0), 'a pattern');
Check::same(['No locks are held.'], $list('nothing*'), 'a pattern that fits no lock');
$redis->call('DEL', "{$prefix}order:no-end", "{$prefix}order:42:queue:{{$prefix}order:42}");
echo "done\n";
?>
--EXPECT--
done
