--TEST--
A renewed lock that the promoted replica did not have is a loss: onLost is called, isLocking and unlock are false
--FILE--
<?php
$set = SentinelSet::start();
// On a busy machine a failover takes seconds. What the replica had must survive it.
$holder = Holder::of('before', $set->config(['lease' => 24, 'command_timeout' => 5]));
$holder->ask('$lock->onLost(function (string $lost) { say("lost $lost"); $GLOBALS["lost"] = true; })');
$set->part();
Check::true($holder->ask('$lock->lock("after", 0, null)'), 'lock');
$new = $set->promoted($set->kill());
Check::same(0, $new->client()->call('EXISTS', 'lock:after'), 'the new master has it');
// PHP does not ask for it. The callback runs between two of its steps.
$holder->begin('$end = hrtime(true) + 30_000_000_000; while (!isset($GLOBALS["lost"]) && hrtime(true) < $end) { usleep(1_000); } return 1;');
Check::same('lost after', $holder->worker->line(40), 'what is reported');
$holder->answer();
Check::same([false, false], $holder->ask('[$lock->isLocking("after"), $lock->unlock("after")]', 20), 'what is lost');
Check::same([true, true], $holder->ask('[$lock->isLocking("before"), $lock->unlock("before")]', 20), 'what the replica had');
$holder->finish();
Check::same([], $set->keys(), 'what is left');
echo 'done';
?>
--EXPECT--
done
