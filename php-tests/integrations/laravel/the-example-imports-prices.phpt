--TEST--
Laravel: the example imports prices by command, in jobs that wait in line and by its schedule, and shows them after one query
--FILE--
<?php
use Tests\Check;
use Tests\LaravelExample;
use Tests\Laravels;
use Tests\TempDir;

Laravels::each(static function (): void {
    $example = new LaravelExample();
    $dir = new TempDir();
    $shown = static function (string $answer) use ($example, $dir): void {
        $processes = [];
        for ($i = 1; $i <= 3; $i++) {
            $log = Check::unique('shown');
            $processes[$log] = $example->artisan(['prices'], $dir->file($log));
        }
        foreach ($processes as $log => $process) {
            Check::same([0, $answer], [$process->wait(60), $dir->read($log)], 'the end of a process, and what it printed');
        }
    };
    $example->call('prices:open acme globex');
    $fences = [0, 0];
    // Whether exactly these suppliers have a greater fencing token than when that was true last.
    $grown = static function (array $suppliers) use ($example, &$fences): bool {
        $shop = new PDO("sqlite:{$example->database()}");
        $now = array_map(intval(...), $shop->query('SELECT fence FROM prices ORDER BY supplier')->fetchAll(PDO::FETCH_COLUMN));
        $grown = array_keys(array_filter([0, 1], static fn (int $i): bool => $now[$i] > $fences[$i]));
        $fences = $grown === $suppliers ? $now : $fences;

        return $grown === $suppliers;
    };
    $shown("acme 0, globex 0 (query 1)\n");
    $import = $example->artisan(['prices:import', 'acme'], $dir->file('import'));
    Check::same([0, "written\n"], [$import->wait(60), $dir->read('import')], 'the end of the import, and what it printed');
    $shown("acme 400, globex 0 (query 2)\n");
    Check::same(true, $grown([0]), 'the command has imported acme alone');

    // Three times two jobs, of which two are unique.
    foreach (range(1, 3) as $time) {
        $example->call('prices:queue acme globex');
    }
    $redis = $example->redis->client();
    Check::same(2, $redis->call('LLEN', 'queues:shop'), 'queued jobs');
    $workers = [];
    foreach (['first', 'second'] as $name) {
        $workers[$name] = $example->artisan(['queue:work', '--stop-when-empty'], $dir->file($name));
    }
    foreach ($workers as $name => $worker) {
        Check::same(0, $worker->wait(60), "the exit code of the $name worker: {$dir->read($name)}");
    }
    Check::same([0, 0, 0], [
        $redis->call('LLEN', 'queues:shop'),
        $redis->call('ZCARD', 'queues:shop:delayed'),
        $redis->call('ZCARD', 'queues:shop:reserved'),
    ], 'jobs that are queued, delayed or handled');
    $shown("acme 400, globex 600 (query 3)\n");
    Check::same(true, $grown([0, 1]), 'the jobs have imported both');

    $example->cron();
    Check::eventually(static fn (): bool => $grown([0, 1]), 60, 'the schedule has imported both, one of them in the background');
    Check::same(true, str_contains($example->call('prices:import acme', ['LOCK_LOG' => 'true']), 'import:acme'), 'the log names the lock');
    Check::eventually(static fn (): bool => $redis->call('KEYS', 'shop_:framework/schedule-????????????????????????????????????????') === [], 60, 'the locks of the events end');
});
echo 'done';
?>
--EXPECT--
done
