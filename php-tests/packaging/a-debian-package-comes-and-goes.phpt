--TEST--
The Debian package is installed, upgraded, rolled back, removed and purged: enabled in CLI and FPM, FPM restarted only where it must be, redis-lock in PATH, settings kept, nothing left
--FILE--
<?php
DebianCopy::enter();
$packages = new Packages();
$php = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
$ini = "/etc/php/$php/mods-available/redis_mutex_lock.ini";
$loaded = static fn (): string => Command::mustRun(["php$php", '-r', 'echo phpversion("redis_mutex_lock") ?: "none";']);
$links = static fn (): array => array_map(static fn (string $link): string => explode('/', $link)[4], glob("/etc/php/$php/*/conf.d/30-redis_mutex_lock.ini"));
Check::same('none', $loaded(), 'the machine does not load the extension');
DebianCopy::restarts();

Command::mustRun(['dpkg', '-i', $packages->file('.deb')]);
Check::same(Packages::version(), $loaded(), 'installed');
// The size of a folder depends on the file system, and two machines should make equal packages.
$files = array_filter(explode("\n", Command::mustRun(['dpkg', '-L', "php$php-redis-mutex-lock"])), is_file(...));
$kib = array_sum(array_map(static fn (string $file): int => (int) ceil(filesize($file) / 1024), $files));
Check::same("$kib", Command::mustRun(['dpkg-query', '-W', '-f', '${Installed-Size}', "php$php-redis-mutex-lock"]), 'KiB of its files');
Check::same(['cli', 'fpm'], $links(), 'enabled');
Check::same(["php$php-fpm restart"], DebianCopy::restarts(), 'FPM must load the extension');
// The tool is there under two names, and runs with the PHP of its package.
$server = RedisServer::shared();
foreach (['redis-lock', "redis-lock$php"] as $tool) {
    Check::same('it ran', Command::mustRun([$tool, 'run', 'a', "--url={$server->url()}", '--', 'echo', 'it ran']), $tool);
}
Check::same("/usr/bin/redis-lock$php", readlink('/etc/alternatives/redis-lock'), 'the short name');

// Somebody changes the settings, and disables the extension in the CLI.
file_put_contents($ini, "; changed\n", FILE_APPEND);
Command::mustRun(['phpdismod', '-s', 'cli', 'redis_mutex_lock']);
DebianCopy::restarts();
$said = Command::mustRun(['dpkg', '-i', '--force-confdef', $packages->nextDeb()]);
Check::true(str_contains($said, 'keep the former version until you reload them'), $said);
Check::same([], DebianCopy::restarts(), 'an upgrade restarts nothing');
Check::same(['fpm'], $links(), 'what was disabled stays so');
Check::true(str_ends_with(file_get_contents($ini), "; changed\n"), 'the settings stay');
Command::mustRun(['phpenmod', '-s', 'cli', 'redis_mutex_lock']);
Check::same(Packages::nextVersion(), $loaded(), 'upgraded');
Check::true(str_contains(Command::mustRun(['redis-lock', '--version']), Packages::nextVersion()), 'the tool after the upgrade');
Command::mustRun(['dpkg', '-i', $packages->file('.deb')]);
Check::same(Packages::version(), $loaded(), 'rolled back');
Check::same([], DebianCopy::restarts(), 'a rollback restarts nothing');

Command::mustRun(['dpkg', '-r', "php$php-redis-mutex-lock"]);
Check::same('none', $loaded(), 'removed');
Check::same([], $links(), 'disabled');
Check::same([], glob('/usr/bin/redis-lock*'), 'the tool is removed');
Check::true(is_file($ini), 'the settings stay until the package is purged');

// What is disabled in the CLI keeps FPM from nothing.
Command::mustRun(['phpdismod', '-s', 'cli', 'redis_mutex_lock']);
DebianCopy::restarts();
Command::mustRun(['dpkg', '-i', $packages->file('.deb')]);
Check::same(['fpm'], $links(), 'installed again');
Check::same(["php$php-fpm restart"], DebianCopy::restarts(), 'FPM must load the extension again');
Command::mustRun(['phpenmod', '-s', 'cli', 'redis_mutex_lock']);
Check::same(Packages::version(), $loaded(), 'installed again');

Command::mustRun(['dpkg', '-P', "php$php-redis-mutex-lock"]);
Check::same('none', $loaded(), 'purged');
Check::same([], DebianCopy::leftovers(), 'what is left');
echo 'done';
?>
--EXPECT--
done
