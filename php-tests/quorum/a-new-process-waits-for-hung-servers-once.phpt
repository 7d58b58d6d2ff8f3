--TEST--
A new process that meets two hung servers of five loses a tenth of command_timeout once, and then nothing
--FILE--
<?php
$cases = ['pause' => QuorumSet::start(...), 'blackhole' => QuorumSet::behindRelays(...)];
Together::each($cases, static function (callable $start, string $way): void {
    $set = $start();
    $set->$way(1, 2);
    $lock = new RedisMutexLock($set->config(['command_timeout' => 20]));
    $took = static function (int $pairs) use ($lock): float {
        $began = hrtime(true);
        for ($i = 0; $i < $pairs; $i++) {
            Check::true($lock->lock("a$i", 0, 600), 'lock');
            Check::true($lock->unlock("a$i"), 'unlock');
        }

        return (hrtime(true) - $began) / 1e9;
    };
    // Twice the share, for a busy machine: a whole timeout would be 20 s.
    Check::between(0, 4, $took(1), 'seconds of the first pair');
    // Each of them has an order of servers of its own. If each cost the share, it would be 200 s.
    Check::between(0, 10, $took(100), 'seconds of a hundred pairs');
});
echo 'done';
?>
--EXPECT--
done
