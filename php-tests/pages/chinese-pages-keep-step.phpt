--TEST--
Every page has its Chinese twin, with the same headings, tables, and code without its comments
--FILE--
<?php
function compare(Page $english, Page $chinese): void
{
    Check::same($english->levels(), $chinese->levels(), "$chinese->path: levels of the headings");
    Check::same($english->tables(), $chinese->tables(), "$chinese->path: rows of the tables");
    foreach ($english->blocks as $i => $block) {
        $twin = $chinese->blocks[$i] ?? null;
        Check::true($twin !== null, "the block of $english->path:$block->line stands in $chinese->path");
        $where = "$chinese->path:$twin->line, in $english->path:$block->line";
        Check::same($block->language, $twin->language, "$where: language");
        Check::same($block->bare(), $twin->bare(), "$where: code without comments");
    }
    Check::same(count($english->blocks), count($chinese->blocks), "$chinese->path: code blocks");
    foreach ([[$english, $chinese], [$chinese, $english]] as [$page, $twin]) {
        $leads = array_filter(
            array_column($page->links(), 1),
            static fn (string $link) => realpath(dirname(ROOT . "/$page->path") . "/$link") === realpath(ROOT . "/$twin->path"),
        );
        Check::true($leads !== [], "$page->path has a link to $twin->path");
    }
}

define('ROOT', dirname(__DIR__, 2));
$failures = [];
$twins = ['README.zh-CN.md'];
foreach (Page::english(ROOT) as $page) {
    $twins[] = $page->chinesePath();
    try {
        compare($page, new Page(ROOT, $page->chinesePath()));
    } catch (Failure $failure) {
        $failures[] = $failure->getMessage();
    }
}
foreach (glob(ROOT . '/docs/zh-CN/*.md') as $file) {
    if (!in_array('docs/zh-CN/' . basename($file), $twins, true)) {
        $failures[] = 'docs/zh-CN/' . basename($file) . ' is the twin of no page';
    }
}
if ($failures !== []) {
    throw new Failure(implode("\n\n", $failures));
}
echo "done\n";
?>
--EXPECT--
done
