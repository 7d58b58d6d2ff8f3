--TEST--
In a Cluster unlockAll releases many names, and false says that one had been lost
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\ClusterSet;

$set = ClusterSet::shared();
$lock = new RedisMutexLock($set->config());
$name = Check::unique('all');
$take = static function () use ($lock, $name): void {
    for ($i = 0; $i < 300; $i++) {
        Check::true($lock->lock($i % 3 === 0 ? "{{$name}$i}x" : "$name-$i", 0, 60), 'lock');
    }
};
$take();
Check::true($lock->unlockAll(), 'unlockAll');
Check::same([[], []], [$lock->held(), $set->keys("lock:*$name*")], 'what is left');
$take();
$set->nodeOf("lock:$name-1")->client()->call('DEL', "lock:$name-1");
Check::same(false, $lock->unlockAll(), 'unlockAll after a loss');
Check::same([[], []], [$lock->held(), $set->keys("lock:*$name*")], 'what is left after a loss');
echo 'done';
?>
--EXPECT--
done
