--TEST--
With three of five servers dead or hung every method that asks throws, the message names each server's trouble, and nothing is left when they are back
--FILE--
<?php
$cases = [
    'dead' => [static fn (QuorumSet $set) => $set->kill(0, 2, 4), 'Connection refused'],
    'hung' => [static fn (QuorumSet $set) => $set->pause(0, 2, 4), ' within \d+ ms'],
];
Together::each($cases, static function (array $case): void {
    [$leave, $trouble] = $case;
    $set = QuorumSet::start();
    $lock = new RedisMutexLock($set->config(['command_timeout' => 1]));
    Check::true($lock->lock('held', 0, 600), 'lock');
    $token = $lock->token('held');
    $set->agree('held', $token);
    $leave($set);
    $calls = [
        'lock' => static fn () => $lock->lock('a', 0, 600),
        'isLocking' => static fn () => $lock->isLocking('held'),
        'expire' => static fn () => $lock->expire('held', 600),
        'owner' => static fn () => $lock->owner('a'),
        'isLocked' => static fn () => $lock->isLocked('a'),
        'list' => static fn () => $lock->list(),
        'adopt' => static fn () => $lock->adopt('b', 'x'),
        'forceUnlock' => static fn () => $lock->forceUnlock('held'),
        'unlock with a token' => static fn () => $lock->unlock('b', 'x'),
    ];
    $ports = $set->ports();
    foreach ($calls as $what => $call) {
        $began = hrtime(true);
        $message = Check::throws(RedisMutexLockUnavailableException::class, $call)->getMessage();
        Check::between(0, 2 * 1 + 5, (hrtime(true) - $began) / 1e9, "$what: seconds");
        Check::true(str_contains($message, 'No majority of 5 Redis servers: '), "$what: $message");
        foreach ($ports as $number => $port) {
            $away = in_array($number, [0, 2, 4], true);
            $pattern = "/; 127\\.0\\.0\\.1:$port, database 0[: ][^;]*($trouble)/";
            Check::same($away ? 1 : 0, preg_match($pattern, $message), "$what: server $number in '$message'");
        }
        $what === 'lock' && Check::true(str_starts_with($message, 'No majority of 5 Redis servers: 2 granted; '), $message);
    }
    Check::same(2, count(array_filter($set->holders('held'))), 'those that answer still have the lock that was held');
    // What the two had granted is given back at once.
    Check::eventually(static fn (): bool => array_filter($set->holders('a')) === [], 10, 'a lock that was not granted');
    $set->heal();
    // Of the lock that was held a minority may be left.
    foreach ($set->clients() as $client) {
        $client->call('DEL', 'lock:held');
    }
    $set->vanishesWith($lock);
});
echo 'done';
?>
--EXPECT--
done
