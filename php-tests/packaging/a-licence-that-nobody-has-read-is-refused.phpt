--TEST--
Every crate in the library has a licence that was read; another licence, and a crate without one, end tools/package with a sentence
--FILE--
<?php
$crates = ['php', '-n', dirname(__DIR__, 2) . '/tools/crates.php', 'licences'];
Check::true(str_ends_with(Command::mustRun($crates), ' crates, 0 with a licence that nobody has read'), 'the crates of today');
$dir = new TempDir();
$cargo = trim((string) shell_exec('command -v cargo'));
foreach (['"AGPL-3.0-only"' => "'AGPL-3.0-only'", 'null' => "'none'"] as $licence => $shown) {
    // The same crates, but the licence of one is another one.
    ShellScript::write($dir->file('cargo'), <<<SH
        [ "\$1" = metadata ] || exec '$cargo' "\$@"
        '$cargo' "\$@" | sed 's/\\("name":"socket2","version":"[^"]*","id":"[^"]*",\\)"license":"[^"]*"/\\1"license":$licence/'
        SH);
    $process = new Process($crates, $dir->file('output'), ['PATH' => $dir->path . ':' . getenv('PATH')]);
    Check::same(1, $process->wait(60), 'the exit status');
    $said = $dir->read('output');
    Check::same(1, preg_match("/the licence of socket2 v[\d.]+, $shown, is not in the list of tools\/crates\.php: read it/", $said), $said);
    unlink($dir->file('output'));
}
// A question without an answer is no answer.
ShellScript::write($dir->file('cargo'), 'exit 101');
foreach ([['licences'], ['notices'], ['sbom', '1.0.0', '0']] as $words) {
    $process = new Process([...array_slice($crates, 0, 3), ...$words], $dir->file('output'), ['PATH' => $dir->path . ':' . getenv('PATH')]);
    Check::same(1, $process->wait(60), "$words[0] without cargo");
}
Check::same(3, substr_count($dir->read('output'), "crates: 'cargo "), $dir->read('output'));
echo 'done';
?>
--EXPECT--
done
