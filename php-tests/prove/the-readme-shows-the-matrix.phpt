--TEST--
The tables of both READMEs are those of docs/matrix.tsv, and a new row takes the place of the one of its column
--FILE--
<?php
$root = dirname(__DIR__, 2);
Check::same([], (new Matrix($root))->stale(), 'pages with another table than docs/matrix.tsv');
$dir = new TempDir();
mkdir($dir->file('docs'));
foreach (['README.md', 'README.zh-CN.md', 'docs/matrix.tsv'] as $file) {
    copy("$root/$file", $dir->file($file));
}
$row = static fn (string $column, int $passed): string => "2026-11-26\t0123456789\t$column\t8.4.28\tValkey 8.1.1\t$passed\t0\t0\t7\t600\tall";
$put = static fn (string $row): string => Command::mustRun([PHP_BINARY, '-n', "$root/php-tests/matrix.php", $row, $dir->path]);
$put($row('zzz-last', 1234));
$put($row('aaa-first', 5));
$put($row('zzz-last', 4321));
$lines = file($dir->file('docs/matrix.tsv'), FILE_IGNORE_NEW_LINES);
Check::same([$row('aaa-first', 5), $row('zzz-last', 4321)], [$lines[1], end($lines)], 'the file');
Check::same(count(file("$root/docs/matrix.tsv")) + 2, count($lines), 'one row for a column');
foreach (['README.md', 'README.zh-CN.md'] as $page) {
    $tests = $page === 'README.md' ? 'all, 7 left out' : '全部，不含 7 个';
    $shown = "| `zzz-last` | 8.4.28 | Valkey 8.1.1 | 4,321 | $tests | 2026-11-26 | `0123456789` |";
    Check::true(str_contains($dir->read($page), "\n$shown\n"), "$page shows the row");
    Check::true(!str_contains($dir->read($page), '1,234'), "$page has forgotten the former row");
}
echo 'done';
?>
--EXPECT--
done
