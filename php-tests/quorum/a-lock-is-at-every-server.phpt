--TEST--
A lock is at every server of 3, 7 and 15, whichever way they are configured, and none of them has it after unlock
--FILE--
<?php
$set = QuorumSet::start(15);
$addresses = array_map(static fn (int $port): string => "127.0.0.1:$port", $set->ports());
foreach ([3, 7, 15] as $count) {
    $config = $set->config();
    $config['servers'] = array_slice($config['servers'], 0, $count);
    $ways = ['array' => $config];
    if (!Pass::isTls()) {
        $few = array_slice($addresses, 0, $count);
        $urls = array_map(static fn (string $address): string => "redis://$address", $few);
        $ways += [
            'addresses' => ['servers' => $few],
            'URLs' => ['servers' => $urls],
            'one URL' => 'redis+quorum://' . implode(',', $few),
            'URLs with commas' => implode(',', $urls),
        ];
    }
    foreach ($ways as $way => $config) {
        // Names of different bytes have different orders of the servers.
        for ($i = 0; $i < 5; $i++) {
            $lock = new RedisMutexLock($config);
            Check::true($lock->lock("a$i", 0, 600), "$count, $way: lock");
            $token = $lock->token("a$i");
            $expected = [...array_fill(0, $count, $token), ...array_fill(0, 15 - $count, null)];
            Check::eventually(static fn (): bool => $set->holders("a$i") === $expected, 10, "$count, $way: each server has it");
            Check::true($lock->unlock("a$i"), "$count, $way: unlock");
            $set->vanishes();
        }
    }
}
echo 'done';
?>
--EXPECT--
done
