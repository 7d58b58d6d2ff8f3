--TEST--
Fencing tokens grow with each owner, in several processes, while two servers hang in turn, and the counter of one was set an hour ahead
--FILE--
<?php
$set = QuorumSet::start();
$config = $set->config(['fencing' => true, 'command_timeout' => 5]);
$code = <<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    while (hear() !== 'end') {
        Tests\Check::true($lock->lock('a', 60, 600), 'lock');
        $fence = $lock->fence('a');
        Tests\Check::true($lock->unlock('a'), 'unlock');
        say((string) $fence);
    }
    PHP;
$workers = [Worker::run($code, [serialize($config)]), Worker::run($code, [serialize($config)])];
$next = static function (int $turn) use ($workers): int {
    $workers[$turn % 2]->tell('go');

    return (int) $workers[$turn % 2]->line(30);
};
$fences = [$next(0), $next(1)];
// A server whose clock is an hour ahead gives out such numbers. Here its counter is set, and its clock is right.
$ahead = max($fences) + 3_600_000_000;
$set->servers()[4]->client()->call('HSET', 'lock:a:fence:{lock:a}', 'fence', $ahead);
foreach (array_values(QuorumSet::pairs()) as $turn => $pair) {
    $set->pause(...$pair);
    $fences[] = $next($turn);
    $fences[] = $next($turn + 1);
    $set->resume(...$pair);
    $fences[] = $next($turn);
}
$sorted = array_unique($fences);
sort($sorted);
Check::same($sorted, $fences, 'they grow');
Check::true(end($fences) > $ahead, 'the number of the server that is ahead counts');
foreach ($workers as $worker) {
    $worker->tell('end');
    $worker->finish();
}
echo 'done';
?>
--EXPECT--
done
