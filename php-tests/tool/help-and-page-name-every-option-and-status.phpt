--TEST--
--help of each mode and the page of redis-lock name each option and each exit status, and no help line is wider than 80 columns
--FILE--
<?php
$root = dirname(__DIR__, 2);
$page = (string) file_get_contents("$root/docs/redis-lock.md");
$source = (string) file_get_contents("$root/bin/redis-lock");
preg_match('/^const MODES = \[(.*?)\];/m', $source, $table);
preg_match_all("/'(\w+)' => (\w+)::class/", $table[1], $modes, PREG_SET_ORDER);
Check::between(3, 9, count($modes), 'modes');
foreach ($modes as [, $mode, $class]) {
    foreach (['--help', '-h'] as $option) {
        $help = (new LockTool([$mode, $option]))->ends(0, "$mode $option");
    }
    // The usage is one line.
    foreach (array_slice(explode("\n", $help), 1) as $line) {
        Check::between(0, 80, strlen($line), "the length of '$line'");
    }
    preg_match("/^final class $class .*?OPTIONS = \[(.*?)\];/ms", $source, $options);
    preg_match_all("/'(\w+)' =>/", $options[1] . "'url' => 'config' =>", $names);
    foreach ($names[1] as $name) {
        Check::true(str_contains($help, "--$name"), "$mode --help names --$name");
        Check::true(str_contains($page, "`--$name"), "the page names --$name");
    }
    Check::true(str_contains($page, "redis-lock $mode"), "the page names $mode");
}
preg_match_all('/public const \w+ = (\d+);/', $source, $statuses);
// Lower ones are those of each command, and of `release`.
foreach (array_filter($statuses[1], static fn (string $status): bool => $status >= 64) as $status) {
    Check::true(preg_match("/^\| `?$status\b/m", $page) === 1, "the page has a row of the status $status");
}
Check::true(str_starts_with((new LockTool(['--help']))->ends(0, 'the help'), 'Usage: redis-lock run'), 'the help of all modes');
$version = (new LockTool(['--version']))->ends(0, 'the version');
Check::true(str_contains($version, (string) phpversion('redis_mutex_lock')), 'the version of the extension');
// The file may be a copy of another version.
Check::same(1, preg_match('/^redis-lock for redis_mutex_lock ([\d.]+) or newer, /', $version, $needs), $version);
preg_match('/^version = "(.+)"$/m', (string) file_get_contents("$root/Cargo.toml"), $package);
Check::true(version_compare($package[1], $needs[1], '>='), "version $package[1] is not older than $needs[1]");
echo 'done';
?>
--EXPECT--
done
