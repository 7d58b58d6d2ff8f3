--TEST--
Every link of every page leads to a file and a heading that exist, and so does every page that other files name
--FILE--
<?php
$root = dirname(__DIR__, 2);
$failures = [];
$links = 0;
$readme = new Page($root, 'README.md');
foreach (Page::all($root) as $page) {
    foreach ($page->links() as [$line, $link]) {
        $links++;
        $wrong = $page->wrong($link);
        $wrong === null || $failures[] = "$page->path:$line: $link: $wrong";
    }
}

// Stubs, settings, messages and comments name pages as `docs/guide.md` or `docs/guide.md#heading`.
$files = [...glob("$root/*.ini"), ...glob("$root/stubs/*")];
foreach (['bin', 'src', 'bench', 'examples', 'tools'] as $folder) {
    $tree = new RecursiveIteratorIterator(new RecursiveDirectoryIterator("$root/$folder", FilesystemIterator::SKIP_DOTS));
    array_push($files, ...array_keys(iterator_to_array($tree)));
}
foreach ($files as $file) {
    foreach (file($file) as $i => $line) {
        preg_match_all('~\b(?:docs/[\w/-]+|README(?:\.zh-CN)?)\.md(?:#[\p{L}\p{N}_-]+)?~u', $line, $found);
        foreach ($found[0] as $link) {
            $links++;
            $wrong = $readme->wrong($link);
            $wrong === null || $failures[] = substr($file, strlen($root) + 1) . ':' . ($i + 1) . ": $link: $wrong";
        }
    }
}
if ($failures !== []) {
    throw new Failure(implode("\n", $failures));
}
Check::true($links > 0, 'there are links');
echo "done\n";
?>
--EXPECT--
done
