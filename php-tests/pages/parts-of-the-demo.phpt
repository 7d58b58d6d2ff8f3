--TEST--
A part of an example that a page shows stands in the example
--FILE--
<?php
$root = dirname(__DIR__, 2);
$parts = 0;
foreach (Page::english($root) as $page) {
    foreach ($page->blocks as $block) {
        if (preg_match('/^a part of (\S+)$/', (string) $block->notRun(), $found)) {
            $example = (string) file_get_contents("$root/$found[1]");
            Check::true(str_contains($example, $block->text), "$page->path:$block->line stands in $found[1]");
            $parts++;
        }
    }
}
Check::true($parts > 0, 'a page shows parts of examples');
echo "done\n";
?>
--EXPECT--
done
