--TEST--
At the end of a script, a server that does not answer does not keep the locks on another from being released
--FILE--
<?php
$healthy = RedisServer::start();
$hung = RedisServer::start();
/** Lets a process end. True: its lock on the healthy server is free. */
$isFree = static function (RedisServer $first, RedisServer $second) use ($healthy, $hung): bool {
    $worker = Worker::run(<<<'PHP'
        foreach ([$argv[1], $argv[2]] as $i => $url) {
            $locks[$i] = new RedisMutexLock($url);
            $locks[$i]->lock('a', 0, 60) || exit('not free');
        }
        say('held');
        hear();
        PHP, [$first->url(), $second->url()]);
    $worker->expect('held');
    $hung->pause();
    $worker->tell('end');
    $worker->finish();
    $left = $healthy->client()->call('DEL', 'lock:a');
    $hung->resume();
    $hung->client()->call('DEL', 'lock:a');

    return $left === 0;
};
foreach ([[$hung, $healthy], [$healthy, $hung]] as $i => $servers) {
    // All objects share half a second. A process that is held up for the rest of it does not come to the second server.
    Check::true($isFree(...$servers) || $isFree(...$servers) || $isFree(...$servers), "order $i: on the healthy server");
}
echo "done\n";
?>
--EXPECT--
done
