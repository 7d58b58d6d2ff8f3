--TEST--
examples/metrics.php: five workers that answer at the same time say the same, in the format that Prometheus reads
--FILE--
<?php
$redis = RedisServer::shared();
$name = Check::unique('scraped');
$dir = new TempDir();
$go = $dir->file('go');
$fpm = Fpm::start(5, ini: ['redis_mutex_lock.url' => $redis->url(), 'redis_mutex_lock.command_timeout' => 20]);

// Five workers wait for one lock, and four of them are handed it by another worker.
$wait = $fpm->script('$lock = new RedisMutexLock();
    $has = $lock->lock("' . $name . '", 60, 60, 60_000_000) && $lock->unlock("' . $name . '");
    echo json_encode([$has, RedisMutexLock::stats()["handed_over"]]);');
$holder = new RedisMutexLock($redis->url());
Check::true($holder->lock($name, 0, 600), 'held by this process');
$requests = array_map(static fn () => $fpm->begin($wait), range(1, 5));
(new Queue($redis, $name))->reaches(5);
$holder->unlock($name);
$handedOver = 0.0;
foreach ($requests as $request) {
    [$has, $ofWorker] = json_decode($request->response(60)['body']);
    Check::true($has, 'a lock');
    $handedOver += $ofWorker;
}
// A waiter that asks in the moment in which the lock is handed to it gets it without the wake-up.
Check::between(1, 5, $handedOver, 'hand-overs');

// A worker that has answered stays until all five have, so no worker answers twice.
$script = $fpm->script('$reached = fopen("' . $dir->file('') . '/page" . getmypid(), "x");
    require "' . dirname(__DIR__, 2) . '/examples/metrics.php";
    while (!file_exists("' . $go . '")) {
        usleep(1000);
    }');
$requests = array_map(static fn () => $fpm->begin($script), range(1, 5));
Check::eventually(fn (): bool => count(glob($dir->file('page*'))) === 5, 20, 'five workers have the page');
touch($go);
$answers = array_map(static fn ($request) => $request->response(20), $requests);
$pages = array_unique(array_column($answers, 'body'));
Check::same(1, count($pages), 'different pages');
Check::same('text/plain; version=0.0.4;charset=UTF-8', $answers[0]['headers']['content-type'], 'type');

[$page] = $pages;
$values = [];
$types = [];
foreach (explode("\n", trim($page)) as $line) {
    if (preg_match('/^# TYPE ([a-z_]+) (counter|histogram|gauge)$/', $line, $found)) {
        Check::true(!isset($types[$found[1]]), "one type of $found[1]");
        $types[$found[1]] = $found[2];
    } elseif (preg_match('/^([a-z_]+(?:\{le="(?:[0-9.]+|\+Inf)"\})?) ([0-9]+(?:\.[0-9]+)?(?:E[+-][0-9]+)?)$/', $line, $found)) {
        $family = preg_replace('/_(bucket|sum|count)(\{.*)?$/', '', $found[1]);
        Check::true(isset($types[$family]), "$line: the type comes first");
        $values[$found[1]] = (float) $found[2];
    } else {
        Check::same('', $line, 'a line that is no line of the format');
    }
}
$all = RedisMutexLock::stats();
$expected = ['acquired' => 5.0, 'handed_over' => $handedOver, 'released' => 5.0, 'refused' => 0.0, 'timed_out' => 0.0, 'lost' => 0.0];
foreach (array_diff_key($all, ['waited_seconds' => 0, 'wait_buckets' => 0, 'since' => 0]) as $key => $unused) {
    Check::same('counter', $types["redis_mutex_lock_{$key}_total"], $key);
    Check::same($expected[$key] ?? $values["redis_mutex_lock_{$key}_total"], $values["redis_mutex_lock_{$key}_total"], $key);
}
Check::same('histogram', $types['redis_mutex_lock_wait_seconds'], 'waits');
$buckets = [];
foreach (array_keys($all['wait_buckets']) as $longest) {
    $buckets[] = $values["redis_mutex_lock_wait_seconds_bucket{le=\"$longest\"}"];
}
$sorted = $buckets;
sort($sorted);
Check::same($sorted, $buckets, 'each bucket has the shorter waits too');
Check::same([5.0, 5.0], [end($buckets), $values['redis_mutex_lock_wait_seconds_count']], 'waits');
Check::true($values['redis_mutex_lock_wait_seconds_sum'] > 0, 'the time of the waits');
Check::between(microtime(true) - 600, microtime(true), $values['redis_mutex_lock_since_seconds'], 'since');

echo 'done';
?>
--EXPECT--
done
