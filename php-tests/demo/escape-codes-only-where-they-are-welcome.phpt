--TEST--
The demo prints no escape code with NO_COLOR or with TERM=dumb; with NO_COLOR alone it redraws lines
--FILE--
<?php
$demos = [
    'NO_COLOR' => new Demo(80, ['NO_COLOR' => '1']),
    'TERM=dumb' => new Demo(80, ['TERM' => 'dumb']),
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
