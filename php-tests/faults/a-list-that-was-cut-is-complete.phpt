--TEST--
list() asks again after a lost command or reply on any page, and has every lock once; a connection that is lost again and again ends it
--FILE--
<?php
$server = RedisServer::start();
$redis = $server->client();
$expected = [];
// Other keys make the search long.
for ($i = 0; $i < 5_000; $i += 500) {
    $redis->call('MSET', ...array_merge(...array_map(fn (int $n): array => ["cache:$n", 'x'], range($i, $i + 499))));
}
for ($i = 0; $i < 60; $i++) {
    $expected["n$i"] = "owner of $i";
    $redis->call('SET', "lock:n$i", "owner of $i");
}
ksort($expected, SORT_STRING);
$faults = [
    ['do' => 'cutBefore'], ['do' => 'cutAfter'], ['do' => 'reset'], ['do' => 'swallow'], ['do' => 'stall'],
    ['do' => 'halfReply', 'bytes' => 1], ['do' => 'halfReply', 'bytes' => 30, 'then' => 'stall'], ['do' => 'garbage', 'bytes' => "?\r\n"],
];
// Only silence costs a whole command_timeout.
$isSilent = fn (array $fault): bool => $fault['do'] === 'swallow' || in_array('stall', $fault, true);
// The first page, one in the middle, and the looks at the keys of one.
$moments = [
    ['command' => 'SCAN', 'nth' => 1], ['command' => 'SCAN', 'nth' => 3], ['command' => 'GET', 'nth' => 1],
    ['command' => 'PTTL', 'nth' => 25], ['command' => 'ZCOUNT', 'nth' => 59],
];
Together::each($faults, function (array $fault) use ($server, $isSilent, $moments, $expected): void {
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock(['url' => $proxy->url(), 'command_timeout' => $isSilent($fault) ? 2 : 10]);
    foreach ($isSilent($fault) ? array_slice($moments, 1, 2) : $moments as $moment) {
        $case = "{$fault['do']} at {$moment['command']} {$moment['nth']}";
        $lock->isLocked('warm');
        $proxy->rule($moment + $fault);
        $found = $lock->list();
        Check::same($expected, array_column($found, 'owner', 'name'), $case);
        Check::same(count($expected), count($found), "$case: each once");
        $proxy->clear();
    }
});
$proxy = Proxy::to($server);
// Twice in a row is once too often, as with every question.
foreach (['SCAN', 'GET'] as $command) {
    $lock = new RedisMutexLock($proxy->url());
    $lock->isLocked('warm');
    $proxy->rule(['command' => $command, 'times' => 2, 'do' => 'cutAfter']);
    Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->list());
    $proxy->clear();
    Check::same(60, count($lock->list()), "the next call, $command");
}
// A search that begins anew each time would never end.
$lock = new RedisMutexLock($proxy->url());
$lock->isLocked('warm');
$before = $proxy->count('SCAN');
$proxy->rule(['command' => 'SCAN', 'every' => 2, 'do' => 'cutBefore']);
$thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->list());
Check::true(str_contains($thrown->getMessage(), 'during the search'), $thrown->getMessage());
Check::between(4, 20, $proxy->count('SCAN') - $before, 'pages that were asked for');
echo "done\n";
?>
--EXPECT--
done
