--TEST--
Over five servers unlock with a token and forceUnlock hand over to the first waiter; without an owner forceUnlock is false
--FILE--
<?php
$set = QuorumSet::shared();
$name = Check::unique('handed');
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
Check::same(false, $other->forceUnlock($name), 'nobody has it');
Check::true($lock->lock($name, 0, 600), 'lock');
$queue = $set->queue($name);
$waiters = [$queue->waiter(), $queue->waiter()];
$tokens = $queue->tokens();
Check::same(false, $other->unlock($name, 'x'), 'a wrong token');
Check::true($other->unlock($name, $lock->token($name)), 'unlock with a token');
$waiters[0]->expect('granted', 20);
Check::same($tokens[0], $other->owner($name), 'the first waiter has it');
Check::same(false, $lock->unlock($name), 'it is lost for the object that had it');
Check::true($other->forceUnlock($name), 'forceUnlock');
$waiters[1]->expect('granted', 20);
Check::same($tokens[1], $other->owner($name), 'the second waiter has it');
$waiters[0]->tell('unlock');
$waiters[0]->expect('lost');
$waiters[1]->tell('unlock');
$waiters[1]->expect('released');
foreach ($waiters as $waiter) {
    $waiter->tell('end');
    $waiter->finish();
}
$set->vanishes("lock:$name*");
echo 'done';
?>
--EXPECT--
done
