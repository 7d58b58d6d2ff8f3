--TEST--
Laravel: the newest version that could be had passes these tests too
--FILE--
<?php
require __DIR__ . '/../../lib/autoload.php';

use Tests\Check;
use Tests\Laravels;

$newest = Laravels::newest();
$tests = glob(dirname((new ReflectionClass(Laravels::class))->getFileName(), 2) . '/integrations/laravel/*.phpt');
Check::true(count($tests) > 20, 'there are tests');
$runs = [];
foreach ($newest === null ? [] : $tests as $test) {
    $name = basename($test, '.phpt');
    if ($name !== basename(__FILE__, '.php')) {
        Check::same(1, preg_match('/^--FILE--\n(.*)^--EXPECT--\ndone\n/ms', file_get_contents($test), $parts), "the sections of $name");
        // This folder is a copy, which ends with the run.
        file_put_contents($script = __DIR__ . "/$name-newest.php", $parts[1]);
        $runs[] = [$script, $newest];
    }
}
Laravels::run($runs);

echo 'done';
?>
--EXPECT--
done
