--TEST--
The demo of Laravel gives no code twice with either driver, and prints what it has measured in lines of 80 columns
--FILE--
<?php
Laravels::each(static function (): void {
    $output = (new Demo(80, framework: 'laravel'))->whole();
    foreach (Demo::lines($output) as $line) {
        Check::between(0, 80, strlen($line), "the length of '$line'");
    }
    // On a busy machine, a customer may wait for 30 s with Laravel's driver. Then this customer gets no code.
    foreach (['redis' => '\d+', 'redis-mutex' => '400'] as $driver => $customers) {
        $sold = "\e\[(32|1;31)m$customers of 400 customers have a code of their own\e\[0m \(\d+\.\d s\)\n";
        Check::same(1, preg_match("/\r  $driver +$sold/", $output), "the sale with $driver in:\n$output");
    }
    $measured = [];
    foreach ([
        'the sale took' => '([\d.]+) s',
        'the longest wait of a customer' => '([\d.]+) s',
        'half of the customers waited less than' => '([\d.]+) s',
        'customers that one process answered' => '(\d+) to \d+',
        'commands for the lock, for each customer' => '([\d.]+)',
    ] as $what => $figure) {
        Check::same(1, preg_match("/^  $what +$figure +$figure\n/m", $output, $found), "'$what' in:\n$output");
        $measured[$what] = [(float) $found[1], (float) $found[2]];
    }
    foreach ([0, 1] as $driver) {
        Check::between(0, $measured['the sale took'][$driver], $measured['the longest wait of a customer'][$driver], 'the longest wait');
        // SET and the script of a release are the least.
        Check::between(2, 100, $measured['commands for the lock, for each customer'][$driver], 'commands');
    }
});
echo 'done';
?>
--EXPECT--
done
