--TEST--
The demo of shares has no call refused with a limit of three, and some without it
--FILE--
<?php
$output = (new Demo(80, framework: 'shares'))->whole();
foreach (Demo::lines($output) as $line) {
    Check::between(0, 80, strlen($line), "the length of '$line'");
}
Check::same(1, preg_match("/\r  without a limit +\e\[(?:32|1;31)m(\d+) calls taken, (\d+) refused\e\[0m \(\d+\.\d s\)\n/", $output, $found), $output);
Check::same(120, $found[1] + $found[2], 'calls without a limit');
Check::between(1, 120, (int) $found[2], 'refused without a limit');
Check::same(1, preg_match("/\r  RedisMutexLock +\e\[32m120 calls taken, 0 refused\e\[0m \(\d+\.\d s\)\n/", $output), $output);
echo 'done';
?>
--EXPECT--
done
