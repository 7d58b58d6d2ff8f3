--TEST--
A user with the ACL line for a Cluster locks at every node, also in the middle of a slot's move; without this line a key that has moved cannot be asked for
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\ClusterSet;
use Tests\Rights;

$set = ClusterSet::start();
$grant = static function (string $line) use ($set): void {
    foreach ($set->nodes() as $node) {
        Rights::grant($node, Rights::line($line));
    }
};
$grant(Rights::ALL_FEATURES);
$config = $set->config(Rights::USER + ['fencing' => true]);
$lock = new RedisMutexLock($config);
$names = [];
foreach ($set->masters() as $master) {
    $names[] = $name = $set->name('rights', $master);
    Check::true($lock->lock($name, 5, null), "$name: lock, without the line");
}
Check::true($lock->unlockAll(), 'unlockAll, without the line');

Check::true($lock->lock($names[0], 0, 60), 'a lock whose key moves');
$moving = $set->moving("lock:$names[0]");
$moving->begin();
$moving->move("lock:$names[0]");
$asked = static fn (): bool => $lock->isLocking($names[0]);
$message = Check::throws(RedisMutexLockUnavailableException::class, $asked)->getMessage();
Check::true(str_contains($message, 'redirect'), "without the line: $message");
$grant('in addition, for a Cluster');
Check::true($asked(), 'isLocking, with the line');
Check::true($lock->unlock($names[0]), 'unlock, with the line');
$moving->reset();
foreach ($names as $name) {
    Check::true($lock->lock($name, 5, null), "$name: lock, with the line");
}
Check::true($lock->unlockAll(), 'unlockAll, with the line');
echo 'done';
?>
--EXPECT--
done
