--TEST--
The page of the configuration lists every key and every ini setting, with the defaults of the extension
--FILE--
<?php
$root = dirname(__DIR__, 2);
$page = (string) file_get_contents("$root/docs/configuration.md");
preg_match_all('/^\| `([\w.]+)` \|(?:[^|\n]*\|){2}([^|\n]*)\|/m', $page, $rows);
$defaults = array_combine($rows[1], array_map(trim(...), $rows[2]));

preg_match('/const KEYS: .*?^\};/ms', (string) file_get_contents("$root/src/config/setting.rs"), $table);
preg_match_all('/row\(Top, (?:Purpose::)?(\w+), &\[([^\]]+)\]/', $table[0], $purposes, PREG_SET_ORDER);
Check::same(11, count(array_unique(array_column($purposes, 1))), 'purposes in the table of keys');
$described = [];
$tls = [];
foreach ($purposes as [, $purpose, $keys]) {
    foreach (preg_split('/[\s",]+/', $keys, -1, PREG_SPLIT_NO_EMPTY) as $key) {
        if (in_array($purpose, ['SentinelUrl', 'Flat', 'Refused', 'Options', 'Ignored'], true)) {
            Check::true(str_contains($page, "`$key`"), "the page names the key $key");
        } else {
            $described[] = $key;
            $tls[$key] = $purpose === 'Tls' ? ['scheme' => 'tls'] : [];
        }
    }
}
preg_match('/row\(Context, Ignored, &\[([^\]]+)\]/', $table[0], $ignored);
foreach (preg_split('/[\s",]+/', $ignored[1], -1, PREG_SPLIT_NO_EMPTY) as $key) {
    Check::true(str_contains($page, "`$key`"), "the page names the key $key of a context");
}
$settings = ini_get_all('redis_mutex_lock', false);
$expected = [...$described, ...array_keys($settings)];
sort($expected);
$listed = array_keys($defaults);
sort($listed);
Check::same($expected, $listed, 'the rows of the tables');

foreach ($settings as $setting => $default) {
    Check::same("`$default`", $defaults[$setting], "default of $setting");
    $key = substr($setting, strlen('redis_mutex_lock.'));
    // A key is a bool, and php.ini writes it as a number.
    $ofKey = $key === 'await_release' ? var_export((bool) $default, true) : $default;
    in_array($key, ['url', 'warnings'], true) || Check::same($ofKey, trim($defaults[$key], '`'), "default of $key");
}
// A key with its default is accepted.
foreach ($described as $key) {
    $default = trim($defaults[$key], '` ');
    $default === '' || new RedisMutexLock([$key => $default] + $tls[$key]);
}
echo "done\n";
?>
--EXPECT--
done
