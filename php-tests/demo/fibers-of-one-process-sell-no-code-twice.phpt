--TEST--
The demo of fibers gives no code twice with RedisMutexLock and all codes twice without a lock, and the process does other things meanwhile
--FILE--
<?php
$output = (new Demo(80, framework: 'fibers'))->whole();
foreach (Demo::lines($output) as $line) {
    Check::between(0, 80, strlen($line), "the length of '$line'");
}
foreach (['without a lock' => '\d+ of 400 customers share a code', 'RedisMutexLock' => '400 of 400 customers have a code of their own'] as $label => $sold) {
    Check::same(1, preg_match("/\r  $label +\e\[(32|1;31)m$sold\e\[0m \(\d+\.\d s\)\n/", $output), "the sale $label in:\n$output");
}
Check::same(1, preg_match('/^While 200 fibers queued, another fiber of the process had (\d+) turns\.\r?$/m', $output, $found), $output);
Check::between(11, 100_000, (int) $found[1], 'turns');
Check::same(1, preg_match('/^RedisMutexLock opened (\d+) connections for all of them\.\r?$/m', $output, $found), $output);
// Two, and more only while answers take longer than a millisecond.
Check::between(2, 17, (int) $found[1], 'connections');
echo 'done';
?>
--EXPECT--
done
