--TEST--
In a terminal of 80 columns no line of the demo is longer than 80 characters, what is broken is red, and what is right is green
--FILE--
<?php
$output = (new Demo(80))->whole();
foreach (Demo::lines($output) as $line) {
    // The path of the library is as long as it is.
    Check::between(0, 80, strlen(str_replace(Extension::path(), '', $line)), "the length of '$line'");
}
Check::true(str_contains($output, "\r  RedisMutexLock"), 'lines are redrawn');

preg_match_all('/(\e\[1;31m|\e\[32m)(.+?)\e\[0m \(\d+\.\d s\)\n/', $output, $results, PREG_SET_ORDER);
Check::between(4, 20, count($results), 'results');
foreach ($results as [, $colour, $text]) {
    $broken = preg_match('/share a code|\d queries/', $text) === 1;
    Check::same($broken ? "\e[1;31m" : "\e[32m", $colour, "the colour of '$text'");
}
Check::true(str_contains($output, "\e[32m400 of 400 customers have a code of their own\e[0m"), 'the sale with RedisMutexLock');
Check::true(str_contains($output, "\e[32m1 query answered 30 of 30 requests\e[0m"), 'the requests with RedisMutexLock');
echo "done\n";
?>
--EXPECT--
done
