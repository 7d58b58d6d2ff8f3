--TEST--
Laravel: commands of the example that run at the same time sell each code once, and run the slow query once
--FILE--
<?php
use Tests\Check;
use Tests\LaravelExample;
use Tests\Laravels;
use Tests\TempDir;

Laravels::each(static function (): void {
    $example = new LaravelExample();
    $dir = new TempDir();
    Check::same(0, $example->artisan(['sale:open', '5'], $dir->file('open'))->wait(60), 'sale:open');
    Check::same("5 codes are for sale.\n", $dir->read('open'), 'what sale:open prints');

    $processes = [];
    for ($i = 1; $i <= 7; $i++) {
        $processes["customer-$i"] = $example->artisan(['sale:buy', "customer-$i"], $dir->file("customer-$i"));
    }
    for ($i = 1; $i <= 3; $i++) {
        $processes["query-$i"] = $example->artisan(['statistics'], $dir->file("query-$i"));
    }
    $lines = [];
    foreach ($processes as $name => $process) {
        $code = $process->wait(60);
        $line = $dir->read($name);
        Check::same($line === "sold out\n" ? 1 : 0, $code, "the exit code of $name, which prints '$line'");
        $lines[] = preg_replace('/^customer-\d: /', '', $line);
    }
    sort($lines);
    Check::same([
        "GIFT-0001\n", "GIFT-0002\n", "GIFT-0003\n", "GIFT-0004\n", "GIFT-0005\n", "sold out\n", "sold out\n",
        ...array_fill(0, 3, "visitors today: 4,711\n"),
    ], $lines, 'what the processes print');
    Check::same('1', $example->redis->client()->call('GET', 'stats:queries'), 'how often the query ran');
});
echo 'done';
?>
--EXPECT--
done
