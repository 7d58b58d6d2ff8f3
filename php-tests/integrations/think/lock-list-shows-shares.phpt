--TEST--
lock:list has how many share a lock in place of the holder, and lock:release releases all shares
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkPhp;

$prefix = Check::unique('shop') . ':';
$config = ['lock' => ['prefix' => $prefix]];
$said = static function (string ...$words) use ($config): string {
    $worker = ThinkPhp::console($words, $config);
    Check::same(0, $worker->wait(60), "exit status\n{$worker->stderr()}");

    return $worker->rest();
};
$sharers = array_map(static fn (): RedisMutexLock => new RedisMutexLock(['lock_prefix' => $prefix] + RedisServer::shared()->config()), [0, 1]);
Check::true($sharers[0]->lockShared('api', 0, 600) && $sharers[1]->lockShared('api', 0, 60), 'two shares');
$list = $said('lock:list');
Check::same(1, preg_match('/^\| api +\| [56]\d\d\.\d s +\| 0 +\| +\| 2 shares +\| +\|$/m', $list), $list);
Check::same("Released [api].\n", $said('lock:release', 'api', '-f'), 'released');
Check::same([false, false], [$sharers[0]->isLocking('api'), $sharers[1]->isLocking('api')], 'both are gone');
echo "done\n";
?>
--EXPECT--
done
