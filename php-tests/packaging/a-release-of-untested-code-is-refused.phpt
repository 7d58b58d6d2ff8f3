--TEST--
tools/release refuses a changed tree, a version that is not written down, and code that the matrix or the long proof has not tested; a step that fails, or is ended, leaves no tag
--FILE--
<?php
$dir = new TempDir();
$folder = $dir->file('sources');
Packages::copySources($folder);
foreach (['Makefile', 'UPGRADING.md'] as $file) {
    copy(dirname(__DIR__, 2) . "/$file", "$folder/$file");
}
mkdir("$folder/docs");
mkdir("$folder/php-tests");
$write = static fn (string $file, string $text) => file_put_contents("$folder/$file", $text);
// The long proof has tests of its own.
$proof = static fn (string $says, int $code) => $write('php-tests/prove.php', "<?php echo '$says'; exit($code);");
$proof('the proof is complete', 0);
$write('php-tests/two-clones.php', '<?php echo "equal\n";');
$checkout = new Checkout($folder);
$check = static function (string $version) use ($dir, $folder): string {
    $process = new Process(["$folder/tools/release", '--check', $version], $dir->file('said'));
    $code = $process->wait(60);
    $said = $dir->read('said');
    unlink($dir->file('said'));
    Check::same($said === '' ? 0 : 1, $code, "the exit status of: $said");

    return $said;
};
$refused = static function (string $version, string ...$words) use ($check): void {
    $said = $check($version);
    foreach ($words as $some) {
        Check::true(str_contains($said, $some), "'$some' in: $said");
    }
};
$cargo = preg_match('/^version = "(.+)"/m', file_get_contents("$folder/Cargo.toml"), $found) ? $found[1] : '';
$tested = $checkout->commit('The code');
$refused($cargo, 'docs/matrix.tsv has no row of the column valkey: run tools/elsewhere valkey');
$columns = explode(' ', preg_match("/^columns='(.*)'$/m", file_get_contents("$folder/tools/release"), $line) ? $line[1] : '');
Check::true(in_array('valkey', $columns, true) && count($columns) > 9, 'the columns of a release');
$matrix = static function (string $commit, int $failed = 0, int $skipped = 0, array $without = []) use ($write, $columns): void {
    $rows = ["date\tcommit\tcolumn\tPHP\tserver\tpassed\tfailed\tskipped\tleft out\tseconds\ttests"];
    foreach (array_diff($columns, $without) as $column) {
        // The column of mixed versions has the other commit in its name.
        $name = rtrim($column, '-') === $column ? $column : "{$column}0123456789";
        $counts = $column === 'valkey' ? "$failed\t$skipped" : "0\t0";
        $rows[] = "2026-11-26\t$commit\t$name\t8.4.28\tValkey 8.1.1\t1500\t$counts\t0\t600\tall";
    }
    $write('docs/matrix.tsv', implode("\n", $rows) . "\n");
};
$matrix($tested, without: $columns);
$refused($cargo, 'docs/matrix.tsv has no row of the column redis-7.0', 'docs/matrix.tsv has no row of the column beside-');
$matrix($tested, without: ['trixie']);
$refused($cargo, 'docs/matrix.tsv has no row of the column trixie: run tools/elsewhere trixie');
$matrix($tested);
$refused($cargo, 'commit or remove these first: ?? docs/');
$checkout->commit('The matrix');
// Only a page has changed since the tests.
Check::same('', $check($cargo), 'ready');

$refused('9.9.9', 'Cargo.toml has another version', "CHANGELOG.md has no section '## 9.9.9'", "UPGRADING.md has no section '## 9.9.9'");
$refused('next', "'next' is no version: three numbers");
$matrix($tested, failed: 1);
$checkout->commit('A failure');
$refused($cargo, 'the column valkey of docs/matrix.tsv has failed or skipped tests');
$matrix($tested, skipped: 1);
$checkout->commit('A skipped test');
$refused($cargo, 'the column valkey of docs/matrix.tsv has failed or skipped tests');
$matrix($tested);
$proof('fuzz: 9 of 10 calls', 1);
$checkout->commit('A proof that is not complete');
$refused($cargo, 'fuzz: 9 of 10 calls', "the column valkey was run at $tested, and these have changed since: php-tests/prove.php. Run it again");
$proof('the proof is complete', 0);
$checkout->commit('As it was tested');
Check::same('', $check($cargo), 'ready again');

// The library under test is no release, so it says its commit, and the release ends there.
$environment = [
    // Another PHP may be in PATH, for which the library under test is not.
    'PHP_CONFIG' => Packages::phpConfig(),
    'PATH' => Packages::pathWithCargo($dir->file('bin')), 'MAKEFLAGS' => null, 'MAKELEVEL' => null, 'CARGO_TARGET_DIR' => null,
    'GIT_COMMITTER_NAME' => 'a', 'GIT_COMMITTER_EMAIL' => 'a@localhost',
    'GIT_CONFIG_COUNT' => '1', 'GIT_CONFIG_KEY_0' => 'tag.gpgsign', 'GIT_CONFIG_VALUE_0' => 'false',
];
$stale = "php_redis_mutex_lock-{$cargo}_php7.4-x86_64-linux-glibc.zip";
is_dir("$folder/target/package") || mkdir("$folder/target/package", recursive: true);
$write("target/package/$stale", 'made for another PHP, before the tag was moved');
$process = new Process(["$folder/tools/release", $cargo], $dir->file('said'), $environment);
Check::same(1, $process->wait(240), $dir->read('said'));
Check::true(str_contains($dir->read('said'), "the library says another version than $cargo"), $dir->read('said'));
Check::same('', $checkout->git('tag'), 'tags');
foreach (['package', "release-$cargo"] as $place) {
    Check::same(false, is_file("$folder/target/$place/$stale"), "a package of an earlier build in $place");
}
// Somebody ends it while it builds.
rename($dir->file('bin/cargo'), $dir->file('bin/real-cargo'));
ShellScript::write($dir->file('bin/cargo'), "[ \"\$1\" != rustc ] || kill -TERM \"\$RELEASE\"\nexec '{$dir->file('bin/real-cargo')}' \"\$@\"");
$process = new Process(['sh', '-c', 'export RELEASE=$$ && exec "$@"', 'sh', "$folder/tools/release", $cargo], $dir->file('ended'), $environment);
Check::same(143, $process->wait(240), $dir->read('ended'));
Check::same('', $checkout->git('tag'), 'tags of what was ended');
$checkout->git('tag', $cargo, 'HEAD~1');
$refused($cargo, "the tag $cargo names another commit: raise the version");
echo 'done';
?>
--EXPECT--
done
