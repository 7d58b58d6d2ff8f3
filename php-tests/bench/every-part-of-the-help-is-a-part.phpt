--TEST--
Each part of the benchmark has its files and its line in `make help`, and all together take 25 minutes at most
--FILE--
<?php
$root = dirname(realpath(__DIR__ . '/../lib'), 2);
require "$root/bench/load.php";

$parts = Parts::all();
$folders = array_map(basename(...), glob("$root/bench/parts/*", GLOB_ONLYDIR));
$names = array_keys($parts);
sort($names);
Check::same($folders, $names, 'the folders of the parts, and the parts of the list');
Check::true(array_sum(array_column($parts, 0)) <= 25, 'the minutes of all parts');
exec('make -s -C ' . escapeshellarg($root) . ' help', $help, $code);
Check::same(0, $code, 'exit status of make help');
foreach ($parts as $part => [$minutes, $what]) {
    $line = preg_grep('/^ +' . preg_quote("$part ", '/') . "/", $help);
    Check::true(count($line) === 1 && str_contains(reset($line), "$minutes min  {$what['en']}"), "the line of $part in make help");
    foreach (["$part.php", 'page.md', 'page.zh-CN.md'] as $file) {
        Check::true(is_file("$root/bench/parts/$part/$file"), "$part/$file");
    }
}
echo "done\n";
?>
--EXPECT--
done
