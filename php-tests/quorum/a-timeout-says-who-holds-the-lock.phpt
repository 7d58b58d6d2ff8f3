--TEST--
On a quorum the exception of a synchronized that waited in vain says whose lock a majority has, with two servers dead too, and list() who made it
--FILE--
<?php
$set = QuorumSet::start();
$lock = new RedisMutexLock($set->config());
$host = substr(strtolower(gethostname()), -6);
$held = '; held by ' . (strlen($host) === 6 ? '…' : '') . "$host, pid ";
$message = static fn (string $name, float $timeout): string => Check::throws(
    RedisMutexLockTimeoutException::class,
    static fn () => $lock->synchronized($name, static fn () => throw new LogicException('the callback ran'), $timeout),
)->getMessage();

$holder = Holder::of('job', ['lease' => 20] + $set->config());
foreach ([0, 0.3] as $timeout) {
    $found = $message('job', $timeout);
    Check::true(str_contains($found, "not free within $timeout seconds$held$holder->pid; its lease ends in "), $found);
}
[$row] = $lock->list('job');
Check::same([$host, $holder->pid, null], [$row['host'], $row['pid'], $row['oldest']], 'list');
// Of those that have answered, the third longest time counts. Nobody waits for the last two of five.
$set->occupy('other', 'aB3dE6gH9jK2mN5p', 0, 1, 2, 3, 4);
foreach ([100, 500, 300, 200, 400] as $number => $seconds) {
    $set->servers()[$number]->client()->call('EXPIRE', 'lock:other', $seconds);
}
$found = $message('other', 0);
Check::same(1, preg_match("/; held by another library's owner; its lease ends in (?:[12]?\\d\\d|300)\\.\\d s unless it is renewed$/D", $found), $found);
$set->kill(1, 3);
$found = $message('job', 0.3);
Check::true(str_contains($found, "$held$holder->pid; its lease ends in "), "with two dead: $found");
$holder->worker->kill();
echo 'done';
?>
--EXPECT--
done
