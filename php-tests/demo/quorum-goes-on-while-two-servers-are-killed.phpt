--TEST--
The demo of a quorum gives no code twice and serves all customers while two of its five servers are killed, in lines of 80 columns
--FILE--
<?php
$output = (new Demo(80, deployment: 'quorum'))->whole();
foreach (Demo::lines($output) as $line) {
    Check::between(0, 80, strlen($line), "the length of '$line'");
}
foreach (['five servers', 'two are killed'] as $sale) {
    $sold = "\e\[32m400 of 400 customers have a code of their own\e\[0m \(\d+\.\d s\)\n";
    Check::same(1, preg_match("/\r  $sale +$sold/", $output), "the sale '$sale' in:\n$output");
}
Check::same(1, preg_match('/^The servers were killed when (\d+) and (\d+) customers had their codes\./m', $output, $killed), "the kills in:\n$output");
Check::between(100, 399, (int) $killed[1], 'customers served when the first server was killed');
Check::between((int) $killed[1], 400, (int) $killed[2], 'customers served when the second server was killed');
echo "done\n";
?>
--EXPECT--
done
