--TEST--
On a quorum the exception of a synchronized names no holder that no majority has, never its own process, and a right that it lacks for that costs no server its vote
--FILE--
<?php
$set = QuorumSet::start();
$config = $set->config();
$lock = new RedisMutexLock($config);
$message = static fn (string $name): string => Check::throws(
    RedisMutexLockTimeoutException::class,
    static fn () => $lock->synchronized($name, static fn () => null, 0),
)->getMessage();
// Two have two servers each, and the fifth has nobody.
$set->occupy('split', 'aB3dE6gH9jK2mN5p', 0, 1);
$set->occupy('split', 'zY3dE6gH9jK2mN5p', 2, 3);
for ($i = 0; $i < 10; $i++) {
    $said = $message('split');
    Check::true(!str_contains($said, '; held by'), "a split vote: $said");
}
// Processes that wait for 2 ms take servers from each other.
$code = <<<'PHP'
    $lock = new RedisMutexLock(unserialize($argv[1]));
    $wrong = '';
    for ($i = 0, $refused = 0; $i < 300; $i++) {
        try {
            $lock->synchronized('busy', fn () => null, 0.002);
        } catch (RedisMutexLockTimeoutException $e) {
            $refused++;
            $wrong .= str_contains($e->getMessage(), ', pid ' . getmypid() . ';') ? $e->getMessage() : '';
        } catch (RedisMutexLockUnavailableException) {
            // On a busy machine the vote may stay split for the time of a command.
        }
    }
    say("$refused refused" . substr($wrong, 0, 500));
    PHP;
$workers = array_map(static fn (): Worker => Worker::run($code, [serialize($config)]), range(1, 4));
$refused = array_map(static fn (Worker $worker): string => $worker->line(60), $workers);
foreach ($refused as $said) {
    Check::same(1, preg_match('/^\d+ refused$/D', $said), "never its own process: $said");
}
Check::true(array_sum(array_map('intval', $refused)) > 0, 'some were refused: ' . implode(', ', $refused));
array_map(static fn (Worker $worker): string => $worker->finish(), $workers);

// Two servers refuse to say how long the key lives. They vote nevertheless.
$users = ['username' => 'poor', 'password' => 'p'];
foreach ($set->servers() as $number => $server) {
    $server->client()->call('ACL', 'SETUSER', 'poor', 'on', '>p', 'resetchannels', '~lock:*', '+@all', $number < 2 ? '-pttl' : '+pttl');
}
$poor = new RedisMutexLock($users + $config);
$set->occupy('held', 'aB3dE6gH9jK2mN5p', 0, 1, 2, 3, 4);
Check::throws(RedisMutexLockTimeoutException::class, static fn () => $poor->synchronized('held', static fn () => null, 0));
foreach ($set->servers() as $server) {
    $server->client()->call('CONFIG', 'RESETSTAT');
}
for ($i = 0; $i < 20; $i++) {
    Check::true($poor->lock("free-$i", 0, 60), 'lock');
}
foreach ($set->servers() as $number => $server) {
    $questions = static function () use ($server): int {
        $counts = $server->client()->commandstats();

        return ($counts['set'] ?? 0) + ($counts['evalsha'] ?? 0);
    };
    // lock() returns with the grants of a majority, so the last question to this server may still be in flight.
    Check::eventually(static fn (): bool => $questions() >= 20, 10, "each question comes to server $number");
    Check::between(20, 40, $questions(), "questions to server $number");
}
echo 'done';
?>
--EXPECT--
done
