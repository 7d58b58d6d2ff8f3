--TEST--
A build before the tag of its version is older than the release, the tagged commit is the release, and a build after it is newer
--FILE--
<?php
$root = dirname(__DIR__, 2);
preg_match('/^version = "(.+)"/m', file_get_contents("$root/Cargo.toml"), $cargo);
$release = $cargo[1];
$dir = new TempDir();
file_put_contents($dir->file('file'), 'one');
$checkout = new Checkout($dir->path);
$version = static function () use ($dir): string {
    $said = BuildScript::run([], $dir->path)->said('rustc-env');
    [$line] = array_values(preg_grep('/^REDIS_MUTEX_LOCK_VERSION=/', $said));

    return substr($line, strlen('REDIS_MUTEX_LOCK_VERSION='));
};
$behind = static fn (string $commit): string => gmdate('Ymd', (int) $checkout->git('log', '-1', '--format=%ct')) . '.' . substr($commit, 0, 10);
$checkout->git('commit', '--quiet', '--allow-empty', '-m', 'An earlier release');
$checkout->git('tag', '0.0.1');
$first = $checkout->commit('Before');
Check::same("$release-dev.{$behind($first)}", $before = $version(), 'before the release');
foreach ([$release, "v$release"] as $tag) {
    $checkout->git('tag', $tag);
    Check::same($release, $version(), "the commit of the tag $tag");
    $checkout->git('tag', '--delete', $tag);
}
$checkout->git('tag', $release);
file_put_contents($dir->file('file'), 'two');
$second = $checkout->commit('After');
Check::same("$release+{$behind($second)}", $after = $version(), 'after the release');
Check::same([true, true], [version_compare($before, $release, '<'), version_compare($after, $release, '>')], 'the order');
rename($dir->file('.git'), $dir->file('no-git'));
Check::same($release, $version(), 'the archive of a release');
echo 'done';
?>
--EXPECT--
done
