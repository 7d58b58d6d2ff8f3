--TEST--
The ACL line for sentinels is all that the master's address needs, and the line for everything all that the master needs
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Rights;
use Tests\SentinelSet;

$set = SentinelSet::start();
$config = $set->config(Rights::USER + ['min_replicas' => 2]);
$config['sentinel'] += Rights::USER;
foreach ($set->servers() as $server) {
    Rights::grant($server, Rights::line('everything'));
}
$lock = new RedisMutexLock($config);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'));
foreach ($set->sentinels() as $sentinel) {
    Rights::grant($sentinel, Rights::line('for Sentinel, at each sentinel'));
}
Check::true($lock->lock('a', 5, null), 'lock');
Check::true($lock->isLocking('a') && $lock->unlock('a'), 'isLocking and unlock');
echo 'done';
?>
--EXPECT--
done
