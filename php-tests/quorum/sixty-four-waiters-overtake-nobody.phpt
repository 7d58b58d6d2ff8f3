--TEST--
Sixty-four processes five milliseconds away lock again and again: nobody overtakes who came earlier, with all servers, two dead, or two behind a network that loses everything
--FILE--
<?php
$cases = [
    'all well' => static fn (QuorumSet $set) => null,
    'two dead' => static fn (QuorumSet $set) => $set->kill(1, 3),
    'two blackholed' => static fn (QuorumSet $set) => $set->blackhole(0, 4),
];
foreach ($cases as $what => $leave) {
    $set = QuorumSet::behindRelays(delay: 5);
    $leave($set);
    $dir = new TempDir();
    $workers = [];
    for ($i = 0; $i < 64; $i++) {
        $workers[] = Worker::run(<<<'PHP'
            [, $config, $stop] = $argv;
            $lock = new RedisMutexLock(unserialize($config));
            $lock->isLocked('warm');
            say('ready');
            hear();
            $turns = [];
            do {
                $called = hrtime(true);
                Tests\Check::true($lock->lock('a', 120, 600, 10_000_000), 'lock');
                $turns[] = [$called, hrtime(true)];
                usleep(1_000);
                Tests\Check::true($lock->unlock('a'), 'unlock');
            } while (!file_exists($stop));
            say(json_encode($turns));
            PHP, [serialize($set->config(['command_timeout' => 5])), $dir->file('stop')]);
    }
    foreach ($workers as $worker) {
        $worker->expect('ready', 60);
    }
    foreach ($workers as $worker) {
        $worker->tell('go');
    }
    usleep(8_000_000);
    touch($dir->file('stop'));
    $turns = [];
    foreach ($workers as $worker) {
        $turns = [...$turns, ...json_decode($worker->line(120), true)];
        $worker->finish(30);
    }
    usort($turns, static fn (array $one, array $other): int => $one[1] <=> $other[1]);
    // Who was called later and served earlier. A call counts from its start, and a busy machine may let it stand. A
    // process for which the gate was slow stands in another queue for a slice of one second.
    $overtakes = 0;
    foreach ($turns as $i => [$called]) {
        for ($later = $i + 1; $later < count($turns); $later++) {
            $overtakes += $called > $turns[$later][0] + 2_000_000_000 ? 1 : 0;
        }
    }
    Check::same(0, $overtakes, "$what: overtakes among " . count($turns) . ' turns');
    // A free rival that locks again would have most of them.
    Check::between(64 + 20, 100_000, count($turns), "$what: turns");
    $set->vanishes();
}
echo 'done';
?>
--EXPECT--
done
