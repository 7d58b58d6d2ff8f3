--TEST--
The demo code in README.md is the code that the demo runs
--FILE--
<?php
require __DIR__ . '/lib/autoload.php';

use Tests\Check;

$readme = file_get_contents(__DIR__ . '/../README.md');
preg_match_all('/<!-- not run: a part of (\S+) -->\n```php\n(.+?)```/s', $readme, $parts, PREG_SET_ORDER);
Check::same(2, count($parts), 'parts of examples');
foreach ($parts as [, $file, $code]) {
    Check::true(str_contains(file_get_contents(__DIR__ . "/../$file"), $code), "README.md's part of $file stands there");
}
echo "done\n";
?>
--EXPECT--
done
