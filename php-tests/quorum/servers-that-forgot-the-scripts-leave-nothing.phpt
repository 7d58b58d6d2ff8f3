--TEST--
Servers of a quorum forget the scripts between lock and unlock, and at any moment: each release arrives at all of them
--FILE--
<?php
$set = QuorumSet::start();
// A server that a busy machine keeps from answering for a second would be passed over as a slow one, and is none here.
$config = ['fencing' => true, 'command_timeout' => 60];
$lock = new RedisMutexLock($set->config($config));
foreach ([[0], [1, 2], [0, 3, 4], [0, 1, 2, 3, 4]] as $which) {
    $forget = static function () use ($set, $which): void {
        foreach ($which as $number) {
            $set->servers()[$number]->client()->call('SCRIPT', 'FLUSH');
        }
    };
    $names = implode(' ', $which);
    for ($i = 0; $i < 5; $i++) {
        Check::true($lock->lock('a', 0, 600), "$names: lock");
        $forget();
        Check::true($lock->isLocking('a') && $lock->expire('a', 500), "$names: questions");
        $forget();
        Check::true($lock->unlock('a'), "$names: unlock");
        $forget();
    }
    // An answer that nobody has waited for is read with the next one, and then the release is sent once more.
    $set->vanishesWith($lock);
    Check::true($lock->lock('a', 0, 600), "$names: lock for a waiter");
    $queue = $set->queue('a', $config);
    $waiter = $queue->waiter();
    $queue->sleep(1);
    $forget();
    Check::true($lock->unlock('a'), "$names: unlock with a waiter");
    $waiter->expect('granted', 20);
    $forget();
    $waiter->tell('unlock');
    $waiter->expect('released', 20);
    $waiter->tell('end');
    $waiter->finish();
    // A server whose late answer the first holder has not read yet may still have its token.
    $set->vanishesWith($lock);
}
echo 'done';
?>
--EXPECT--
done
