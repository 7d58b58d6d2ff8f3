<?php
/*
 * Makes the packages in two clones of the sources in two folders, and compares them byte by byte.
 *
 *   php -n php-tests/two-clones.php [--whole]
 *
 * The suite builds for the PHP in PATH without optimisation, and the clones share the folder in which cargo builds the crates,
 * because two whole builds would take as long as half of all tests. With `--whole` the clones share nothing and build what is
 * published, for each PHP that is installed, which tools/release does. It is no phpt file, because a build on a busy machine
 * takes longer than a phpt file may. The exit status is 0 only if everything is as it should be.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
$whole = ($argv[1] ?? '') === '--whole';
$dir = new TempDir();
$environment = $whole ? ['CARGO_TARGET_DIR' => null] : [...Packages::QUICK, 'CARGO_TARGET_DIR' => $dir->file('target')];
Packages::copySources($dir->file('sources'));
$sources = new Checkout($dir->file('sources'));
$commit = $sources->commit('The sources');
$folders = [$dir->file('a'), $dir->file('another/and/longer/clone-of-the-same')];
$builds = [];
foreach ($folders as $i => $folder) {
    Command::mustRun(['git', 'clone', '--quiet', $sources->folder, $folder]);
    file_put_contents("$folder/src/not-committed.rs", '');
    $builds[] = static fn (): Process => new Process(["$folder/tools/package", ...$whole ? [] : [Packages::phpConfig()]], $dir->file("log$i"), [
        // A setting of one machine must not come through.
        'RUSTFLAGS' => $i === 0 ? '-C debuginfo=1' : null,
        'SOURCE_DATE_EPOCH' => null,
        'TZ' => $i === 0 ? 'Asia/Shanghai' : null,
    ] + $environment);
    Check::same(1, $builds[$i]()->wait(60), 'a file is not committed');
    Check::true(str_contains($dir->read("log$i"), 'commit or remove these first, because a package is named after a commit:'), $dir->read("log$i"));
    unlink("$folder/src/not-committed.rs");
}
foreach ($builds as $i => $begin) {
    Check::same(0, $begin()->wait(1800), $dir->read("log$i"));
}
$sums = array_map(static fn (string $folder): string => file_get_contents("$folder/target/package/SHA256SUMS"), $folders);
Check::same($sums[0], $sums[1], 'the checksums of both clones');
$place = "$folders[0]/target/package";
Command::mustRun(['sh', '-c', 'cd "$0" && sha256sum --strict -c SHA256SUMS', $place]);
Check::same(count(file("$place/SHA256SUMS")), count(glob("$place/*.*")), 'each file has a checksum');
// The files for the PHP that runs this, which may be one of several.
$php = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
$kind = [(string) PHP_DEBUG, PHP_ZTS ? '1' : '0'];
$zips = [];
foreach (['glibc', 'musl'] as $libc) {
    $names = ["$folders[0]/tools/package", '--names', '*', $php, php_uname('m'), $libc, ...$kind];
    [$name] = explode("\n", Command::mustRun($names, ['SOURCE_DATE_EPOCH' => '0']));
    array_push($zips, ...glob("$place/$name"));
}
[$zip] = $zips;
Check::same(['redis_mutex_lock.so', 'LICENSE', 'THIRD-PARTY-NOTICES'], explode("\n", Command::mustRun(['zipinfo', '-1', $zip])), 'what is in it');
Command::mustRun(['unzip', '-q', $zip, '-d', $dir->file('unzipped')]);
$library = $dir->file('unzipped/redis_mutex_lock.so');
$bytes = file_get_contents($library);
$registry = (getenv('CARGO_HOME') ?: getenv('HOME') . '/.cargo') . '/registry';
foreach ([$dir->path, dirname(__DIR__), $registry, basename($folders[1])] as $folder) {
    Check::true(!str_contains($bytes, $folder), "the library names $folder");
}
$build = gmdate('Ymd', (int) $sources->git('log', '-1', '--format=%ct')) . '.' . substr($commit, 0, 10);
$cargo = preg_match('/^version = "(.+)"/m', file_get_contents("$folders[0]/Cargo.toml"), $version) ? $version[1] : '';
Check::same("$cargo-dev.$build", Command::mustRun([PHP_BINARY, '-n', '-d', "extension=$library", '-r', 'echo phpversion("redis_mutex_lock");']), 'the version');
Check::same("php_redis_mutex_lock-$cargo-dev.$build", strstr(basename($zip), '_php', true), 'the version in its name');
// The notices name what is linked, and the list of crates has what makes it useful.
$notices = file_get_contents($dir->file('unzipped/THIRD-PARTY-NOTICES'));
$list = json_decode(file_get_contents(glob("$place/*.cdx.json")[0]), true, flags: JSON_THROW_ON_ERROR);
$names = array_column($list['components'], 'name');
foreach ($list['components'] as $crate) {
    Check::true(str_contains($notices, "$crate[name] v$crate[version]"), "$crate[name] in the notices");
    Check::same(64, strlen($crate['hashes'][0]['content']), "the checksum of $crate[name]");
}
Check::same(['redis', 'ring', 'rustls'], array_values(array_intersect($names, ['redis', 'rustls', 'ring', 'mlua', 'bindgen'])), 'what is linked, not what builds or tests');
// The package for Debian asks for a PHP of this API and for the oldest glibc that works.
$refusal = Command::mustRun(["$folders[0]/tools/package", '--refusal', Packages::phpConfig(), ...$kind]);
if ($refusal === '') {
    [$deb] = glob("$place/php$php-redis-mutex-lock_*.deb");
    $depends = Command::mustRun(['dpkg-deb', '-f', $deb, 'Depends']);
    Check::same(1, preg_match('/^phpapi-\d{8}, libc6 \(>= 2\.\d+\)/', $depends), $depends);
}
echo "two clones give the same packages:\n$sums[0]";
