--TEST--
In narrow terminals the demo cuts the lines that it redraws, so that they never wrap
--FILE--
<?php
$demos = [];
foreach ([60, 40] as $columns) {
    $demos[$columns] = new Demo($columns);
}
foreach ($demos as $columns => $demo) {
    $redrawn = 0;
    foreach (explode("\n", $demo->whole()) as $line) {
        // What stands behind the last "\r" stays. All before it was redrawn.
        foreach (array_slice(explode("\r", $line), 0, -1) as $text) {
            Check::between(0, $columns - 1, strlen($text), "the length of '$text'");
            $redrawn++;
        }
    }
    Check::between(8, 10000, $redrawn, 'redrawn lines');
}
echo "done\n";
?>
--EXPECT--
done
