--TEST--
make test with a path that has no tests says so at once, before it prepares the machine or builds
--FILE--
<?php
$dir = new TempDir();
foreach (['cargo', 'php', 'apt-get'] as $program) {
    ShellScript::write($dir->file($program), "echo $program >>'{$dir->file('ran')}'");
}
foreach (['wrong/path', 'php-tests/tool wrong/path', '--plain wrong/path', 'src', 'php-tests/lock/no-such-test.phpt'] as $tests) {
    $command = ['make', '-C', dirname(__DIR__), 'test', "TESTS=$tests"];
    $make = new Process($command, $dir->file('said'), ['PATH' => "$dir->path:" . getenv('PATH'), 'MAKEFLAGS' => null, 'MAKELEVEL' => null]);
    Check::same(2, $make->wait(60), $tests);
    $words = explode(' ', $tests);
    Check::true(str_contains($dir->read('said'), 'make test: there is no test in ' . end($words)), $dir->read('said'));
    unlink($dir->file('said'));
}
Check::same('', $dir->read('ran'), 'programs of the build');
echo 'done';
?>
--EXPECT--
done
