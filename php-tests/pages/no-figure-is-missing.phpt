--TEST--
No page waits for a figure: each placeholder FIGURE:NAME has become the number that make bench measured
--FILE--
<?php
$root = dirname(__DIR__, 2);
$failures = [];
$pages = Page::all($root);
foreach ($pages as $page) {
    foreach (explode("\n", $page->text) as $i => $line) {
        preg_match_all('/FIGURE:[\w.-]*/', $line, $found);
        foreach ($found[0] as $placeholder) {
            $failures[] = "$page->path:" . ($i + 1) . ": $placeholder";
        }
    }
}
if ($failures !== []) {
    throw new Failure(implode("\n", $failures));
}
Check::true(count($pages) > 20, 'there are pages');
echo "done\n";
?>
--EXPECT--
done
