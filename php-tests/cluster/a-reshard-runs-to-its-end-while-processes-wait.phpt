--TEST--
In a Cluster `redis-cli --cluster reshard` and `rebalance` move 300 slots while processes wait in them: both tools end well, no two processes hold a lock, and no wait lasts long
--FILE--
<?php
$set = ClusterSet::start();
$from = $set->ownerOf(0);
[$to] = array_values(array_filter($set->masters(), static fn ($master): bool => $master !== $from));
// The tools move the lowest slots of a node first.
$rivals = [];
for ($i = 0; count($rivals) < 2; $i++) {
    $prefix = "lock:{moves-$i}";
    if ($set->slotOf($prefix) < 300) {
        // So many keys that the move takes its time.
        for ($key = 0; $key < 500; $key++) {
            $from->client()->call('SET', "{moves-$i}-$key", 'x');
        }
        $hot[] = $set->slotOf($prefix);
        $rivals[] = new Rivals($set->config(['lock_prefix' => $prefix, 'command_timeout' => 1]));
    }
}
$id = static fn ($node): string => $node->client()->call('CLUSTER', 'MYID');
$tools = [
    ['reshard', '--cluster-from', $id($from), '--cluster-to', $id($to), '--cluster-slots', '300', '--cluster-yes'],
    ['rebalance', '--cluster-pipeline', '1'],
];
foreach ($tools as $words) {
    array_walk($rivals, static fn (Rivals $some) => $some->goOn());
    [$code, $output] = $set->tool(...$words);
    Check::same([0, false], [$code, str_contains($output, 'Target key exists')], "$words[0]: $output");
    foreach ($hot as $slot) {
        Check::true($set->ownerOf($slot) === $to, "$words[0] has moved the slot $slot");
    }
    [$from, $to] = [$to, $from];
    array_walk($rivals, static fn (Rivals $some) => $some->goOn());
    Check::eventually(static function () use ($set, &$output): bool {
        [$code, $output] = $set->tool('check');

        return $code === 0 && str_contains($output, 'All 16384 slots covered');
    }, 60, 'the Cluster is whole');
}
foreach ($rivals as $some) {
    $history = $some->end();
    Check::between(6, PHP_INT_MAX, count($history->holds), 'locks that were held');
    Check::between(0, 30, $history->longestWait / 1e9, 'the longest wait in seconds');
}
Check::eventually(
    static fn (): bool => preg_grep('/:fence:/', $set->keys('lock:{moves*'), PREG_GREP_INVERT) === [],
    10,
    'nothing is left',
);
echo 'done';
?>
--EXPECT--
done
