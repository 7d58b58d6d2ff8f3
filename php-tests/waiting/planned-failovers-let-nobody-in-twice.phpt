--TEST--
Master and replica change places among contending processes, with and without cut connections: never two holders, no lock lost
--FILE--
<?php
$pair = new Failover();
$dir = new TempDir();
$end = hrtime(true) + 7_000_000_000;
$workers = [];
for ($i = 0; $i < 8; $i++) {
    $config = ['name' => "n$i"] + $pair->gateway->config();
    $workers[] = new HammerWorker($dir->file("$i"), $config, $i, $dir->file('stop'));
}
$times = 0;
while (hrtime(true) < $end - 1_000_000_000) {
    usleep(200_000);
    $pair->changePlaces(cut: ++$times % 2 === 0);
    $pair->synchronise();
}
touch($dir->file('stop'));
$history = new HammerHistory();
foreach ($workers as $worker) {
    Check::true($worker->wait(Deadline::in(30)), 'it ends');
    Check::same('', $worker->trouble(), 'what went wrong in it');
    $worker->addTo($history);
}
Check::between(2, PHP_INT_MAX, $times, 'changes');
Check::between(20, PHP_INT_MAX, count($history->holds), 'locks that were held');
Check::same(
    ['overlaps' => 0, 'fences out of order' => 0, 'lost' => 0],
    [
        'overlaps' => HammerSweep::overlaps($history),
        'fences out of order' => HammerSweep::fencesOutOfOrder($history),
        'lost' => $history->lost,
    ],
    'what nobody may see',
);
echo 'done';
?>
--EXPECT--
done
