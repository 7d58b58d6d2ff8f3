--TEST--
A server that is cut off while unlockAll releases hundreds of locks gets all these releases when the process reaches it again
--FILE--
<?php
$set = QuorumSet::behindRelays();
$lock = new RedisMutexLock($set->config());
$client = $set->servers()[1]->client();
// A busy server may miss some of the locks, because three others are a majority.
for ($i = 0; $i < 300 || $client->call('DBSIZE') < 200; $i++) {
    Check::true($lock->lock("a$i", 0, 600), 'lock');
}
$set->cut(1);
Check::true($lock->unlockAll(), 'unlockAll');
Check::true(count($set->keys()) >= 200, 'the server has heard of nothing');
$set->heal();
$set->vanishesWith($lock);
echo 'done';
?>
--EXPECT--
done
