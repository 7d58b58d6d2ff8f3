--TEST--
A cron job at midnight runs once on machines whose clocks are seconds apart, by both recipes of the guide, but not by the lock alone
--FILE--
<?php
/** Seconds by which the clocks are behind the true time. */
const CLOCKS = [-1.2, -1.2, 0, 0.9, 1.8];

$dir = new TempDir();
$database = "new PDO('sqlite:{$dir->file('shop')}')";
$recipe = static fn (int $block): string => Recipe::code('A cron script on several machines', $block === 0 ? [
    "new PDO('sqlite::memory:')" => $database,
    'CREATE TABLE reports' => 'CREATE TABLE IF NOT EXISTS reports',
] : [], $block);
$jobs = [
    'the database remembers' => $recipe(0),
    'the lock remembers' => $recipe(1),
    'the lock stays for a minimum' => $recipe(2),
    'nothing remembers' => <<<'PHP'
        $lock = new RedisMutexLock($argv[1]);
        if ($lock->lock('forgetful', expire: null)) {
            try {
                echo "report\n";
                usleep(300_000);
            } finally {
                $lock->unlock('forgetful');
            }
        }
        PHP,
];
$redis = RedisServer::start();
$machines = [];
foreach ($jobs as $name => $job) {
    foreach (CLOCKS as $late) {
        $machines[$name][] = Machine::start($job, $late, $redis->url());
    }
}
$at = microtime(true) + 2;
foreach (array_merge(...array_values($machines)) as $machine) {
    $machine->tell("$at");
}
foreach ($machines as $name => $processes) {
    $said = array_map(static fn (Worker $machine): string => $machine->line(30), $processes);
    array_map(static fn (Worker $machine): string => $machine->finish(), $processes);
    Check::same([], array_diff($said, ['worked', 'silent']), "what the machines say where $name");
    $runs = count(array_keys($said, 'worked'));
    // Machines with the same clock exclude each other while the job runs.
    $name === 'nothing remembers' ? Check::between(2, 5, $runs, 'runs of it') : Check::same(1, $runs, "runs where $name");
}
echo "done\n";
?>
--EXPECT--
done
