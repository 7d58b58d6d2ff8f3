--TEST--
The demo prints no escape code with NO_COLOR, with TERM=dumb, or into a pipe; it redraws lines only in a real terminal
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Demo;

$demos = [
    'NO_COLOR' => new Demo(80, ['NO_COLOR' => '1']),
    'TERM=dumb' => new Demo(80, ['TERM' => 'dumb']),
    'a pipe' => new Demo(0),
];
foreach ($demos as $where => $demo) {
    $output = $demo->whole();
    Check::true(!str_contains($output, "\e"), "no escape code: $where");
    Check::same($where === 'NO_COLOR', str_contains($output, "\r"), "redrawn lines: $where");
    Check::true(str_contains($output, '400 of 400 customers have a code of their own'), "the result: $where");
}
echo "done\n";
?>
--EXPECT--
done
