--TEST--
Behind Sentinel, in a Cluster over several slots and over independent servers lockAll() has all or none
--FILE--
<?php
$ways = [
    'Sentinel' => SentinelSet::shared()->config(),
    'Cluster' => ClusterSet::shared()->config(),
    'quorum' => QuorumSet::shared()->config(),
];
foreach ($ways as $what => $config) {
    $base = Check::unique('several');
    $names = array_map(static fn (int $i): string => "$base-$i", range(0, 7));
    $lock = new RedisMutexLock($config);
    $other = new RedisMutexLock($config);
    Check::true($lock->lockAll($names, 5, 30), "$what: granted");
    foreach ($names as $name) {
        Check::true($lock->isLocking($name), "$what: $name is held");
        Check::between(25.0, 30.0, $lock->remaining($name), "$what: remaining of $name");
    }
    Check::same(false, $other->lockAll(["$base-0a", $names[3], "$base-9"], 0.2), "$what: refused");
    Check::same(false, $other->isLocked("$base-0a"), "$what: what was given back");
    Check::same(8, $lock->synchronizedAll(["$base-8", "$base-9"], static fn (): int => 8), "$what: section");
    Check::true($lock->unlockAll(), "$what: released");
    Check::true($other->lockAll($names, 5, null), "$what: renewed");
    Check::true($other->unlockAll(), "$what: released again");
}
echo "done\n";
?>
--EXPECT--
done
