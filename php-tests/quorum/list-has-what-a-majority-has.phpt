--TEST--
list() over five servers has each lock that a majority has, once, in order, with the third longest time and the waiters of its gate
--FILE--
<?php
$set = QuorumSet::start();
[$lock, $other] = [new RedisMutexLock($set->config()), new RedisMutexLock($set->config())];
for ($i = 0; $i < 30; $i++) {
    Check::true(($i % 2 === 0 ? $lock : $other)->lock("many-$i", 0, 600), 'lock');
}
$rows = $lock->list('many-*');
$names = array_column($rows, 'name');
$sorted = $names;
sort($sorted, SORT_STRING);
Check::same([30, $sorted], [count(array_unique($names)), $names], 'each once, in order');
Check::same(15, count(array_filter($rows, static fn (array $row): bool => $row['mine'])), 'what is mine');
Check::same(7, count($lock->list('many-*', 7)), 'limit');
// What two servers have alone is no lock. What three have is one.
$set->occupy('by-minority', 'x', 0, 3);
$set->occupy('by-majority', 'x', 1, 2, 4);
$set->occupy('by-mixed', 'x', 0, 1);
$set->occupy('by-mixed', 'y', 2, 3);
Check::same([['by-majority', 'x', false]], array_map(
    static fn (array $row): array => [$row['name'], $row['owner'], $row['mine']],
    $lock->list('by-*'),
), 'by majority');
// The lock lasts as long as three of them have it.
Check::true($lock->lock('time', 0, 600), 'lock');
$set->agree('time', $lock->token('time'));
foreach ([100, 500, 300, 200, 400] as $number => $seconds) {
    $set->servers()[$number]->client()->call('EXPIRE', 'lock:time', $seconds);
}
Check::between(240, 300, $lock->list('time')[0]['remaining'], 'remaining');
$queue = $set->queue('time');
$waiters = [$queue->waiter(), $queue->waiter()];
Check::same([2], array_column($lock->list('time'), 'waiters'), 'waiters');
$set->kill(1, 3);
Check::same($names, array_column($lock->list('many-*'), 'name'), 'with two dead');
$set->kill(0);
Check::throws(RedisMutexLockUnavailableException::class, static fn () => $lock->list('many-*'), 'No majority of 5 Redis servers');
foreach ($waiters as $waiter) {
    $waiter->kill();
}
echo 'done';
?>
--EXPECT--
done
