--TEST--
The hammer reports overlaps when its processes lock different keys: it does see overlaps
--FILE--
<?php
ob_start();
$problems = (new Hammer(2, 1, apart: true))->run();
$figures = ob_get_clean();
Check::true(preg_match('/overlaps [1-9]/', $figures) === 1, "overlaps in: $figures");
Check::true(preg_grep('/^\d+ overlaps$/', $problems) !== [], 'the run is called wrong: ' . implode(', ', $problems));

echo 'done';
?>
--EXPECT--
done
