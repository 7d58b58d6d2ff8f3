--TEST--
tools/release refuses a changed tree, a version that is not written down, and code that the matrix or the long proof has not tested; a step that fails leaves no tag
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
$git = static fn (string ...$words): string => Command::mustRun(
    ['git', '-C', $folder, '-c', 'user.name=a', '-c', 'user.email=a@localhost', '-c', 'commit.gpgsign=false', '-c', 'tag.gpgsign=false', ...$words],
);
$commit = static function (string $subject) use ($git): string {
    $git('add', '.');
    $git('commit', '--quiet', '-m', $subject);

    return $git('rev-parse', '--short=10', 'HEAD');
};
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
$git('init', '--quiet');
$tested = $commit('The code');
$refused($cargo, 'docs/matrix.tsv is missing');
$matrix = static fn (string $commit, int $failed = 0, int $skipped = 0) => $write(
    'docs/matrix.tsv',
    "date\tcommit\tcolumn\tPHP\tserver\tpassed\tfailed\tskipped\tleft out\tseconds\ttests\n"
        . "2026-11-26\t$commit\tvalkey\t8.4.28\tValkey 8.1.1\t1500\t$failed\t$skipped\t0\t600\tall\n",
);
$matrix($tested);
$refused($cargo, 'commit or remove these first: ?? docs/');
$commit('The matrix');
// Only a page has changed since the tests.
Check::same('', $check($cargo), 'ready');

$refused('9.9.9', 'Cargo.toml has another version', "CHANGELOG.md has no section '## 9.9.9'", "UPGRADING.md has no section '## 9.9.9'");
$refused('next', "'next' is no version: three numbers");
$matrix($tested, failed: 1);
$commit('A failure');
$refused($cargo, 'the column valkey of docs/matrix.tsv has failed or skipped tests');
$matrix($tested, skipped: 1);
$commit('A skipped test');
$refused($cargo, 'the column valkey of docs/matrix.tsv has failed or skipped tests');
$matrix($tested);
$proof('fuzz: 9 of 10 calls', 1);
$commit('A proof that is not complete');
$refused($cargo, 'fuzz: 9 of 10 calls', "the column valkey was run at $tested, and these have changed since: php-tests/prove.php. Run it again");
$proof('the proof is complete', 0);
$commit('As it was tested');
Check::same('', $check($cargo), 'ready again');

// The library under test is no release, so it says its commit, and the release ends there.
$process = new Process(["$folder/tools/release", $cargo], $dir->file('said'), [
    'PATH' => Packages::pathWithCargo($dir->file('bin')), 'MAKEFLAGS' => null, 'MAKELEVEL' => null, 'CARGO_TARGET_DIR' => null,
    'GIT_COMMITTER_NAME' => 'a', 'GIT_COMMITTER_EMAIL' => 'a@localhost',
]);
Check::same(1, $process->wait(240), $dir->read('said'));
Check::true(str_contains($dir->read('said'), "the library says another version than $cargo"), $dir->read('said'));
Check::same('', $git('tag'), 'tags');
$git('tag', 'v' . $cargo, 'HEAD~1');
$refused($cargo, "the tag v$cargo names another commit: raise the version");
echo 'done';
?>
--EXPECT--
done
