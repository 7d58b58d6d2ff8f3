--TEST--
A tiny run of all parts works, writes both pages with the same figures, and says that it is too short instead of judging
--FILE--
<?php
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
$dir = new TempDir();
$run = [PHP_BINARY, ...Extension::arguments(modules: Laravels::MODULES), "$root/bench/run.php", '--quick', "--root=$dir->path"];
$process = new Process($run, $dir->file('output'));
$code = $process->wait(280);
$output = $dir->read('output');
Check::same(0, $code, "exit status; it printed:\n$output");
Check::true(str_contains($output, 'Nothing is judged: the run was too short'), "it says that it is too short:\n$output");
Check::same(0, preg_match('/^  (reached|MISSED) /m', $output), "no target is judged:\n$output");

// The cells without the first column, which has the names of rows, and without the heads and the table of the parts.
$figures = static function (string $page): array {
    $page = preg_replace(['/^\|.*\n(?=\| ---)/m', '/^\| `\w+` \|[^|]*\| \d+ \|$/m'], '', $page);
    preg_match_all('/^\|[^|]*(\|.*)$/m', $page, $rows);
    preg_match_all('/\d[\d,.]*/', implode("\n", $rows[1]), $found);

    return $found[0];
};
$english = $figures($dir->read('docs/speed.md'));
Check::true(count($english) > 100, 'the page has figures: ' . count($english));
Check::same($english, $figures($dir->read('docs/zh-CN/speed.md')), 'the figures of both pages');
foreach (['docs/speed.md' => 'This run proves nothing', 'docs/zh-CN/speed.md' => '这次运行不能作为依据'] as $page => $warning) {
    Check::true(str_contains($dir->read($page), $warning), "$page says that it proves nothing");
}
foreach (['docs/waiting.svg', 'docs/lanes.svg', 'docs/zh-CN/lanes.svg', 'docs/pairs.svg', 'docs/zh-CN/pairs.svg'] as $plot) {
    Check::same(1, preg_match('~^<svg [^<>]+>\n.*</svg>\n$~s', $dir->read($plot)), "$plot is an SVG");
}
echo "done\n";
?>
--EXPECT--
done
