--TEST--
unlockAll of three hundred locks over five servers frees them everywhere, also with two servers dead; false says that one had been lost
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config());
$take = static function () use ($lock): void {
    for ($i = 0; $i < 300; $i++) {
        Check::true($lock->lock("a$i", 0, 600), 'lock');
    }
};
$take();
Check::true($lock->unlockAll(), 'unlockAll');
Check::same([], $lock->held(), 'held');
$set->vanishes();
$take();
$set->agree('a7', $lock->token('a7'));
foreach ($set->clients() as $client) {
    Check::same(1, $client->call('DEL', 'lock:a7'), 'a loss');
}
Check::same(false, $lock->unlockAll(), 'unlockAll after a loss');
$set->vanishes();
$take();
$set->kill(1, 3);
Check::true($lock->unlockAll(), 'unlockAll without two servers');
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
