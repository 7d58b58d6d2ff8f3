--TEST--
phpize, configure and make build by cargo, once for each PHP; make install needs no cargo; all they leave is in one folder
--FILE--
<?php
$php = PhpizeBuild::inACopy();
$cargo = new FakeCargo($php->dir->file('cargo'));
$php->configure("--with-cargo=$cargo->path");
$php->make();
Check::same(['build --release --locked'], $cargo->runs(), 'one build');
$built = $php->module();
Check::true(str_contains($built, 'for ' . realpath(PHP_BINARY)), $built);
$php->make();
Check::same(1, count($cargo->runs()), 'nothing has changed');
touch($php->file('src/lib.rs'), time() + 60);
$php->make();
Check::same(2, count($cargo->runs()), 'a source has changed');
touch($php->file('src/lib.rs'), time() - 60);
// As root of another machine: no cargo, no Rust, no HOME.
unlink($cargo->path);
$php->install($php->dir->file('root'));
$installed = $php->dir->file('root') . ini_get('extension_dir') . '/redis_mutex_lock.so';
Check::same($built, file_get_contents($installed), 'what was installed');
Check::same([], $php->litter(), 'files outside of packaging and target');
// Another PHP in the same folder, and back.
$cargo = new FakeCargo($php->dir->file('cargo'));
$other = $php->otherPhp();
$php->configure("--with-cargo=$cargo->path", "--with-php-config=$other");
$php->make();
Check::true(str_contains($php->module(), "and $other"), 'the library of the other PHP: ' . $php->module());
$php->configure("--with-cargo=$cargo->path");
$php->make();
Check::same($built, $php->module(), 'the library of the first PHP');
echo 'done';
?>
--EXPECT--
done
