--TEST--
Connections that were cut long ago do not make a wait pause longer at the next cut
--FILE--
<?php
$server = RedisServer::start();
$queue = new Queue($server, 'past');
$holder = new RedisMutexLock($server->url());
Check::true($holder->lock('past', 0, 600), 'held');
// Two sleeps go well after each cut.
$proxy = Proxy::to($server, ['command' => 'BLPOP', 'every' => 3, 'do' => 'cutBefore']);
$waiter = $queue->waiter(sleep: 20_000, port: $proxy->port);

/** Seconds from each cut to the next sign of life. */
$pauses = static function () use ($proxy): array {
    $log = $proxy->log();
    $pauses = [];
    foreach (array_keys(array_column($log, 'did'), 'cutBefore', true) as $cut) {
        isset($log[$cut + 1]) && $pauses[] = $log[$cut + 1]['at'] - $log[$cut]['at'];
    }

    return $pauses;
};
Check::eventually(static fn (): bool => count($pauses()) >= 12, 30, 'twelve cuts');
// Growing pauses would all be 0.32 s by now. A slow machine makes some pauses long, but hardly all of them.
Check::between(0, 0.25, min(array_slice($pauses(), 6)), 'the shortest of the later ones');
Check::true($holder->unlock('past'), 'released');
$waiter->expect('granted');
$waiter->tell('end');
$waiter->finish();
$queue->vanishes();
echo 'done';
?>
--EXPECT--
done
