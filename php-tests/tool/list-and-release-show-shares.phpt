--TEST--
redis-lock list has how many share a lock in place of the holder, and redis-lock release releases all shares
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$url = "--url={$server->url()}";
$sharers = array_map(static fn (): RedisMutexLock => new RedisMutexLock($server->url()), range(0, 2));
foreach ($sharers as $i => $sharer) {
    Check::true($sharer->lockShared('api', 0, 100 * ($i + 1), limit: 5), "share $i");
}
Check::true($sharers[0]->lockShared('one', 0, 60) && $sharers[0]->lock('alone', 0, 60), 'another share, and a lock');
$queue = new Queue($server, 'api');
$waiter = $queue->waiter();
$lines = explode("\n", (new LockTool(['list', $url]))->ends(0, 'list'));
Check::same(1, preg_match('/^alone +\S*.*pid \d+ +\d\d\.\d s +0$/', $lines[1]), $lines[1]);
Check::same(1, preg_match('/^api +3 shares +(29\d|300)\.\d s +1 +\d+\.\d s$/', $lines[2]), $lines[2]);
Check::same(1, preg_match('/^one +1 share +\d\d\.\d s +0$/', $lines[3]), $lines[3]);
$printed = json_decode((new LockTool(['list', $url, '--json']))->ends(0, 'JSON'), true, flags: JSON_THROW_ON_ERROR);
Check::same(['alone' => 0, 'api' => 3, 'one' => 1], array_column($printed, 'shares', 'name'), 'shares in JSON');

// The answer no releases nothing.
$tool = new LockTool(['release', 'api', $url], columns: 200);
Check::true(str_contains($tool->reads('[y/N] '), 'The lock "api" is held by 3 shares; it ends in '), $tool->output);
$tool->types("n\n");
$tool->ends(1, 'no');
Check::same(3, $redis->call('ZCARD', 'lock:api'), 'all are left');
$said = (new LockTool(['release', 'api', '--yes', $url]))->ends(0, '--yes');
Check::same(1, preg_match('/^The lock "api" is held by 3 shares; it ends in \d+\.\d s unless it is renewed; 1 waiting\.\nReleased\.\n$/', $said), $said);
$waiter->expect('granted');
Check::same([false, false, false], array_map(static fn (RedisMutexLock $sharer): bool => $sharer->isLocking('api'), $sharers), 'the shares');
$waiter->tell('end');
$waiter->finish();
echo 'done';
?>
--EXPECT--
done
