--TEST--
If all sentinels name a replica, lock() throws within one command timeout, and the replica is asked for no lock
--FILE--
<?php
$set = SentinelSet::shared();
$replica = Proxy::to($set->replicas()[0]);
$sentinels = [FakeSentinel::naming($replica), FakeSentinel::naming($replica)];
$lock = new RedisMutexLock(SentinelSet::asking($sentinels, ['command_timeout' => 2, 'retry_for' => 60]));
$began = hrtime(true);
$thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock(Check::unique('a')));
Check::between(0, 2 * 2 + 2, (hrtime(true) - $began) / 1e9, 'seconds');
$message = $thrown->getMessage();
Check::true(str_contains($message, "127.0.0.1:$replica->port"), "it names the replica: $message");
Check::true(str_contains($message, 'not a master'), "it tells why: $message");
Check::same(0, $replica->count('SET') + $replica->count('EVAL*'), 'questions to the replica');
echo 'done';
?>
--EXPECT--
done
