--TEST--
Four requests that wait for a lock in a pool of four workers delay a page without a lock until one of them has waited its timeout
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('pay');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, expire: 600), 'somebody holds the lock');
$fpm = Fpm::start(4);
$page = $fpm->script('<?php echo "a page without a lock";');
// The limit of PHP's time is shorter than the wait, and does not count it.
$wait = $fpm->script('<?php
    set_time_limit(1);
    $lock = new RedisMutexLock(' . var_export($redis->url(), true) . ");
    var_export(\$lock->lock('$name', timeout: 5));
");
Check::same('a page without a lock', $fpm->request($page)['body'], 'the page before');

$start = hrtime(true);
$waiting = array_map(static fn (): FpmRequest => $fpm->begin($wait), range(1, 4));
Check::eventually(static fn (): bool => ($holder->list($name)[0]['waiters'] ?? 0) === 4, 4, 'all four workers wait');
$begun = hrtime(true);
Check::same('a page without a lock', $fpm->request($page, seconds: 30)['body'], 'the page at last');
$delay = (hrtime(true) - $begun) / 1e9;
$until = 5 - ($begun - $start) / 1e9;
// The requests began a moment after $start.
Check::true($delay >= $until - 0.2, "the page came after $delay s, and the first wait ended in $until s");
foreach ($waiting as $request) {
    Check::same('false', $request->response(30)['body'], 'a wait of 5 s with a time limit of 1 s');
}
echo "done\n";
?>
--EXPECT--
done
