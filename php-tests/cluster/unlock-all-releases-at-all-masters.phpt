--TEST--
In a Cluster unlockAll releases many names, and false says that one had been lost
--FILE--
<?php
$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config());
$name = Check::unique('all');
$take = static function () use ($lock, $name): void {
    for ($i = 0; $i < 300; $i++) {
        // Few slots: other tests move slots meanwhile.
        Check::true($lock->lock("{{$name}-" . $i % 9 . "}$i", 0, 60), 'lock');
    }
};
$take();
Check::true($lock->unlockAll(), 'unlockAll');
Check::same([[], []], [$lock->held(), $set->keys("lock:*$name*")], 'what is left');
$take();
$lost = "lock:{{$name}-1}1";
Check::same(1, $set->nodeOf($lost)->client()->call('DEL', $lost), 'a loss');
Check::same(false, $lock->unlockAll(), 'unlockAll after a loss');
Check::same([[], []], [$lock->held(), $set->keys("lock:*$name*")], 'what is left after a loss');
echo 'done';
?>
--EXPECT--
done
