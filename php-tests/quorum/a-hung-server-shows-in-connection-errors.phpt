--TEST--
A server of five that hangs shows in connection_errors, while every lock goes on
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config(['command_timeout' => 0.5]));
$pair = static fn () => Check::true($lock->lock('a', 0, 600) && $lock->unlock('a'), 'a pair');
$pair();
$errors = static fn (): int => RedisMutexLock::stats()['connection_errors'];
Check::same(0, $errors(), 'all servers work');
$set->pause(1);
Check::eventually(static function () use ($pair, $errors): bool {
    $pair();

    return $errors() > 0;
}, 20, 'the hung server shows');
$set->resume(1);
$set->vanishesWith($lock);
echo 'done';
?>
--EXPECT--
done
