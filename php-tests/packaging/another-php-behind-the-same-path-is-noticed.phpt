--TEST--
cargo builds again when a link in PATH leads to another PHP, or another PHP comes earlier in PATH, however old that is, and not otherwise
--FILE--
<?php
$dir = new TempDir();
foreach (['8.3.9', '8.4.1', '8.5.0'] as $version) {
    $phps[] = FakePhp::in($dir->file($version), $version);
}
// Packages carry the dates of their makers.
foreach ($phps as $php) {
    array_map(static fn (string $file): bool => touch($file, 1_600_000_000), [$php->program, $php->config, $php->header]);
}
// Folders of programs may have folders in them.
mkdir($dir->file('local/folder'), recursive: true);
mkdir($dir->file('bin/folder'), recursive: true);
$lead = static function (string $bin, FakePhp $php) use ($dir): void {
    foreach (['php' => $php->program, 'php-config' => $php->config] as $name => $program) {
        @unlink($dir->file("$bin/$name"));
        symlink($program, $dir->file("$bin/$name"));
    }
};
// A small crate with the build script of the extension, which is built in seconds.
$root = dirname(__DIR__, 2);
mkdir($dir->file('src'));
copy("$root/build.rs", $dir->file('build.rs'));
file_put_contents($dir->file('src/main.rs'), 'fn main() { println!("{}", env!("REDIS_MUTEX_LOCK_PHP")); }');
file_put_contents($dir->file('Cargo.toml'), <<<'TOML'
    [package]
    name = "probe"
    version = "1.0.0"
    edition = "2024"
    [build-dependencies]
    ext-php-rs-build = "0.2"
    TOML);
$environment = ['PATH' => "{$dir->file('local')}:{$dir->file('bin')}:" . getenv('PATH'), 'PHP' => null, 'PHP_CONFIG' => null, 'CARGO_TARGET_DIR' => null];
$build = static function () use ($dir, $environment): array {
    $log = $dir->file('log' . random_int(1, PHP_INT_MAX));
    // Other tests of the suite have shorter deadlines than this one.
    $command = ['nice', '-n', '5', 'sh', '-c', 'cd "$0" && exec cargo run --offline', $dir->path];
    $process = new Process($command, $log, $environment);
    Check::same(0, $process->wait(240), 'cargo: ' . file_get_contents($log));
    preg_match('/^PHP .*/m', file_get_contents($log), $php);

    return [$php[0] ?? null, str_contains(file_get_contents($log), 'Compiling probe')];
};
$lead('bin', $phps[0]);
Check::same(['PHP 8.3.9, API 20240924, NTS', true], $build(), 'the first build');
Check::same(['PHP 8.3.9, API 20240924, NTS', false], $build(), 'nothing has changed');
$lead('bin', $phps[1]);
Check::same(['PHP 8.4.1, API 20240924, NTS', true], $build(), 'another PHP');
Check::same(['PHP 8.4.1, API 20240924, NTS', false], $build(), 'nothing has changed again');
$lead('local', $phps[2]);
Check::same(['PHP 8.5.0, API 20240924, NTS', true], $build(), 'another PHP that comes earlier');
Check::same(['PHP 8.5.0, API 20240924, NTS', false], $build(), 'nothing has changed after that');
echo 'done';
?>
--EXPECT--
done
