--TEST--
tools/package names its files as PIE looks for them and as Debian sorts them
--FILE--
<?php
// PIE, PrePackagedBinaryAssetName: php_{extension}-{version}_php{8.4}-{machine}-{system}-{libc}[-debug][-zts].zip, in lower case.
$names = [
    '0.9.0 8.4 x86_64 glibc 0 0' => 'php_redis_mutex_lock-0.9.0_php8.4-x86_64-linux-glibc.zip',
    '0.9.0 8.1 x86_64 glibc 0 1' => 'php_redis_mutex_lock-0.9.0_php8.1-x86_64-linux-glibc-zts.zip',
    '0.9.0 8.3 x86_64 musl 1 0' => 'php_redis_mutex_lock-0.9.0_php8.3-x86_64-linux-musl-debug.zip',
    '0.9.0 8.2 aarch64 glibc 1 1' => 'php_redis_mutex_lock-0.9.0_php8.2-arm64-linux-glibc-debug-zts.zip',
    '0.9.0-dev.20261126.5a2ef4ec01 8.4 x86_64 glibc 0 0' => 'php_redis_mutex_lock-0.9.0-dev.20261126.5a2ef4ec01_php8.4-x86_64-linux-glibc.zip',
    '1.0.0-RC1 8.5 aarch64 musl 0 0' => 'php_redis_mutex_lock-1.0.0-rc1_php8.5-arm64-linux-musl.zip',
];
$tool = dirname(__DIR__, 2) . '/tools/package';
$say = static fn (string $words, int $time): array => explode("\n", Command::mustRun([$tool, '--names', ...explode(' ', $words)], ['SOURCE_DATE_EPOCH' => (string) $time]));
foreach ($names as $words => $name) {
    Check::same($name, $say($words, 0)[0], $words);
}
// A build before a release is older than the release. One after it is newer, and older than the next release.
$versions = array_map(static fn (array $build): string => $say("$build[0] 8.4 x86_64 glibc 0 0", $build[1])[1], [
    ['0.9.0-dev.20231112.0000000000', 1_699_800_000], ['0.9.0-dev.20231113.aaaaaaaaaa', 1_699_900_000],
    ['0.9.0', 1_700_000_000], ['0.9.0+20231114.ffffffffff', 1_700_000_001], ['0.9.0+20270115.0000000000', 1_800_000_000], ['0.9.1', 1_800_000_001],
]);
Check::same('0.9.0~git20231113182640.aaaaaaaaaa', $versions[1], 'a build before the release');
Check::same('0.9.0+git20231114221321.ffffffffff', $versions[3], 'a build after the release');
for ($i = 1; $i < count($versions); $i++) {
    Command::mustRun(['dpkg', '--compare-versions', $versions[$i - 1], 'lt', $versions[$i]]);
}
echo 'done';
?>
--EXPECT--
done
