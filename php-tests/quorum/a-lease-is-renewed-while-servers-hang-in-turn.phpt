--TEST--
A renewed lease outlasts servers that hang in turn, two at a time, and two that die for good, though PHP does nothing
--FILE--
<?php
$set = QuorumSet::start();
$holder = Holder::of('a', $set->config(['lease' => 18, 'command_timeout' => 10]));
$token = $holder->ask('$lock->token($name)');
$set->agree('a', $token);
$renewed = static function (int ...$which) use ($set, $token): void {
    $clients = $set->clients();
    $left = [];
    Check::eventually(static function () use ($clients, $which, &$left): bool {
        $grew = 0;
        foreach ($which as $number) {
            $before = $left[$number] ?? PHP_INT_MAX;
            $left[$number] = $clients[$number]->call('PTTL', 'lock:a');
            // Each of them, since the last look or an earlier one.
            $left["grew $number"] ??= false;
            $left["grew $number"] = $left["grew $number"] || $left[$number] > $before;
            $grew += $left["grew $number"] ? 1 : 0;
        }

        return $grew === count($which);
    }, 40, 'it is renewed at ' . implode(', ', $which));
    foreach ($which as $number) {
        Check::same($token, $set->holders('a')[$number], "whose it is at $number");
    }
};
$set->pause(0, 1);
$renewed(2, 3, 4);
$set->resume(0, 1);
$renewed(0, 1, 2, 3, 4);
$set->pause(2, 3);
$renewed(0, 1, 4);
$set->resume(2, 3);
$renewed(0, 1, 2, 3, 4);
$set->kill(0, 4);
$renewed(1, 2, 3);
$renewed(1, 2, 3);
Check::same([true, 0], $holder->ask('[$lock->isLocking($name), RedisMutexLock::stats()["lost"]]', 30), 'held, lost');
Check::true($holder->ask('$lock->unlock($name)', 30), 'unlock');
$holder->finish();
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
