<?php
/*
 * Builds, installs and loads the extension in a clone of the sources, with the commands that PIE runs: phpize, configure, make and
 * make install.
 *
 *   php -n php-tests/phpize-in-a-clone.php
 *
 * The tests in php-tests/packaging have a stand-in for cargo, while this is a real build, although without optimisation. It is no
 * phpt file, because a build on a busy machine takes longer than a phpt file may. The exit status is 0 only if everything is as it
 * should be.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
$dir = new TempDir();
Packages::copySources($dir->file('sources'));
$sources = new Checkout($dir->file('sources'));
$commit = $sources->commit('The sources');
$clone = $dir->file('clone');
Command::mustRun(['git', 'clone', '--quiet', $sources->folder, $clone]);
$run = static fn (string $shell, array $env = []): string => Command::mustRun(['sh', '-euc', "cd '$clone/packaging'; $shell"], $env + Packages::QUICK + [
    'CARGO_TARGET_DIR' => null,
    'MAKEFLAGS' => null,
    'MAKELEVEL' => null,
], 1800);
$config = Packages::phpConfig();
$builds = static fn (string $said): bool => str_contains($said, 'build --release --locked');
$said = $run("phpize && ./configure --with-php-config='$config' && make");
Check::true($builds($said), $said);
$module = "$clone/packaging/modules/redis_mutex_lock.so";
$bytes = sha1_file($module);
$said = $run('make');
Check::true(!$builds($said), "a second make has something to do: $said");
$run("phpize && ./configure --with-php-config='$config' && make");
Check::same($bytes, sha1_file($module), 'the same commands once more');
// As root of another machine, who has no Rust.
$run("make install INSTALL_ROOT='$dir->path/root'", ['PATH' => '/usr/bin:/bin', 'HOME' => '/nowhere', 'CARGO_HOME' => null]);
$installed = "$dir->path/root" . Command::mustRun([$config, '--extension-dir']) . '/redis_mutex_lock.so';
$version = Command::mustRun([PHP_BINARY, '-n', '-d', "extension=$installed", '-r', 'new RedisMutexLock(); echo phpversion("redis_mutex_lock");']);
Check::true(str_ends_with($version, '.' . substr($commit, 0, 10)), "the version $version ends with the commit $commit");
Check::same('', $sources->git('-C', $clone, 'status', '--porcelain'), 'what git sees of all this in the clone');
echo "phpize, configure, make and make install give the version $version\n";
