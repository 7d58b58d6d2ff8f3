--TEST--
In a terminal of 80 columns no line of the demo is longer than 80 characters
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Demo;
use Tests\Extension;

$output = (new Demo(80))->whole();
foreach (Demo::lines($output) as $line) {
    // The path of the library is as long as it is.
    Check::between(0, 80, strlen(str_replace(Extension::path(), '', $line)), "the length of '$line'");
}
Check::true(str_contains($output, "\r  RedisMutexLock"), 'lines are redrawn');
echo "done\n";
?>
--EXPECT--
done
