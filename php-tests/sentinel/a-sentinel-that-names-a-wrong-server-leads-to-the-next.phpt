--TEST--
A sentinel that names a replica, a sentinel, a dead port or a server that hangs wins no lock: the next sentinel is asked within one command timeout
--FILE--
<?php
$set = SentinelSet::shared();
$replica = Proxy::to($set->replicas()[0]);
$sentinel = Proxy::to($set->sentinels()[0]);
$hung = Proxy::to($set->master());
$hung->pause();
$closed = Proxy::to($set->master(), ['do' => 'refuse']);
$mute = Proxy::to($set->master(), ['command' => 'HELLO', 'do' => 'stall']);
$roleless = Proxy::to($set->master(), ['command' => 'HELLO', 'do' => 'answer', 'bytes' => "*2\r\n\$6\r\nserver\r\n\$5\r\nredis\r\n"]);
foreach ([
    'a replica' => $replica,
    'a sentinel' => $sentinel,
    'a dead port' => Port::free(),
    'a server that hangs' => $hung,
    'a server that closes connections' => $closed,
    'a server that does not tell its role' => $mute,
    'a server without a role' => $roleless,
] as $what => $wrong) {
    $name = Check::unique('wrong');
    $stale = FakeSentinel::naming($wrong);
    $lock = new RedisMutexLock(SentinelSet::asking([$stale, ...$set->sentinels()], ['command_timeout' => 4, 'name' => $name]));
    $began = hrtime(true);
    Check::true($lock->lock($name, 0, 60), "$what: lock");
    Check::between(0, 2 * 4 + 1, (hrtime(true) - $began) / 1e9, "$what: seconds");
    Check::same(1, $stale->asked(), "$what: the stale sentinel was asked");
    Check::same($lock->token($name), $set->master()->client()->call('GET', "lock:$name"), "$what: at the master");
    Check::true($lock->unlock($name), "$what: unlock");
}
$hung->resume();
foreach ([$replica, $sentinel, $mute, $roleless] as $wrong) {
    Check::same(0, $wrong->count('SET') + $wrong->count('EVAL*'), 'questions to a server that is no master');
}
echo 'done';
?>
--EXPECT--
done
