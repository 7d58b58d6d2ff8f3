--TEST--
tools/unchanged-since lets pages and the version of the package change, and names every other file, also one that git does not know
--FILE--
<?php
$dir = new TempDir();
$checkout = new Checkout($dir->path);
$changed = static function (string ...$commits) use ($dir): string {
    exec(implode(' ', array_map(escapeshellarg(...), ['sh', $dir->file('tools/unchanged-since'), ...$commits])) . ' 2>&1', $lines, $code);

    return implode(' ', [$code, ...$lines]);
};
$write = static function (string $file, string $text) use ($dir): void {
    is_dir(dirname($dir->file($file))) || mkdir(dirname($dir->file($file)), recursive: true);
    file_put_contents($dir->file($file), $text);
};
$cargo = static fn (string $version, string $other): string =>
    "[package]\nname = \"redis_mutex_lock\"\nversion = \"$version\"\n[[package]]\nname = \"other\"\nversion = \"$other\"\n";
$write('tools/unchanged-since', file_get_contents(dirname(__DIR__, 2) . '/tools/unchanged-since'));
foreach (['README.md', 'docs/guide.md', 'src/lib.rs', 'src/page.md', 'a b.txt'] as $file) {
    $write($file, 'before');
}
foreach (['Cargo.toml', 'Cargo.lock'] as $file) {
    $write($file, $cargo('0.1.0', '1.0'));
}
$first = $checkout->commit('first');
Check::same('0', $changed($first), 'nothing has changed');

foreach (['README.md', 'UPGRADING.md', 'docs/guide.md', 'docs/zh-CN/new.tsv'] as $file) {
    $write($file, 'after');
}
foreach (['Cargo.toml', 'Cargo.lock'] as $file) {
    $write($file, $cargo('0.9.0', '1.0'));
}
Check::same('0', $changed($first), 'pages and the version have changed');
$pages = $checkout->commit('pages');
Check::same('0', $changed($first, $pages), 'pages and the version have changed in a commit');

$write('src/page.md', 'after');
$write('a b.txt', 'after');
$write('Cargo.lock', $cargo('0.9.0', '1.1'));
$write('src/new.rs', 'after');
unlink($dir->file('src/lib.rs'));
Check::same('1 Cargo.lock a b.txt src/lib.rs src/page.md src/new.rs', $changed($first), 'code has changed');
Check::same('0', $changed($first, $pages), 'the commits have not');
Check::true(str_starts_with($changed('nothing'), '2 unchanged-since: this checkout knows no commit nothing'), 'an unknown commit');

echo 'done';
?>
--EXPECT--
done
