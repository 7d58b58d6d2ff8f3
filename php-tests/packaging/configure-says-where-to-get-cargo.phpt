--TEST--
configure takes the cargo that is named, or that of PATH, or that of rustup; an old or missing one is refused with where to get it
--FILE--
<?php
$php = PhpizeBuild::inACopy();
$old = new FakeCargo($php->dir->file('old'), '1.87.0');
$new = new FakeCargo($php->dir->file('new'), '1.95.1');
$rustup = new FakeCargo($php->dir->file('home/.cargo/bin'), '2.0.0');
$advice = ["Install Rust with rustup, or run 'rustup update stable', or name a cargo: --with-cargo=PATH"];
$php->isRefused(['found: 1.87', $old->path, ...$advice], "--with-cargo=$old->path");
$php->isRefused(['found: none', ...$advice], '--with-cargo=/nowhere/cargo');
$php->isRefused(['found: none', ...$advice]);
$php->configure("--with-cargo=$new->path");
Check::same($new->path, $php->cargo(), 'the cargo that is named');
$php->path = dirname($new->path);
$php->configure();
Check::same($new->path, $php->cargo(), 'the cargo of PATH');
$php->path = dirname($old->path);
$php->home = $php->dir->file('home');
$php->configure();
Check::same($rustup->path, $php->cargo(), 'the cargo of rustup, because that of PATH is too old');
echo 'done';
?>
--EXPECT--
done
