--TEST--
README is one page of at most 120 lines in each language, without the table of the matrix, and names the two commands that do everything
--FILE--
<?php
foreach (['README.md', 'README.zh-CN.md'] as $path) {
    $page = new Page(dirname(__DIR__, 2), $path);
    $own = preg_replace('/^<!-- written by .*?^<!-- end of .*?\n/ms', '', $page->text);
    Check::between(1, 120, substr_count($own, "\n"), "lines of $path");
    $shell = '';
    foreach ($page->blocks as $block) {
        $shell .= $block->language === 'sh' ? $block->text : '';
    }
    foreach (['make demo', 'make test'] as $command) {
        Check::true(preg_match("/^$command\b/m", $shell) === 1, "$path has the command '$command'");
    }
}
echo "done\n";
?>
--EXPECT--
done
