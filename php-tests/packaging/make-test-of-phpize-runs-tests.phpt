--TEST--
In the folder of phpize `make test` runs phpt files with the library that it has built, and fails if one of them fails
--FILE--
<?php
$php = PhpizeBuild::inACopy('php-tests', 'examples', 'docs');
$cargo = new FakeCargo($php->dir->file('cargo'), library: Extension::path());
$php->configure("--with-cargo=$cargo->path");
[$code, $said] = $php->test();
Check::same(0, $code, $said);
$there = count(glob($php->file('php-tests/compat/*.phpt')));
Check::true($there > 3 && preg_match("/^Tests passed +: +$there /m", $said) === 1, $said);
// A test that cannot pass.
[$test] = glob($php->file('php-tests/compat/*.phpt'));
file_put_contents($test, str_replace("--EXPECT--\n", "--EXPECT--\nnot ", file_get_contents($test)));
[$code, $said] = $php->test("TESTS=$test");
Check::same([2, 1], [$code, preg_match('/^Tests failed +: +1 /m', $said)], $said);
echo 'done';
?>
--EXPECT--
done
