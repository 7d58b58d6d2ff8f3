--TEST--
composer.json names the module, the licence and the oldest PHP as cargo and the library do, and a folder with a config.m4
--FILE--
<?php
$root = dirname(__DIR__, 2);
$composer = json_decode(file_get_contents("$root/composer.json"), true, flags: JSON_THROW_ON_ERROR);
$cargo = parse_ini_string(preg_match('/^\[package\]\n(.*?)\n\n/ms', file_get_contents("$root/Cargo.toml"), $part) ? $part[1] : '');
$extension = $composer['php-ext'];
Check::same('php-ext', $composer['type'], 'the type for PIE');
Check::same(strtolower((new ReflectionExtension($extension['extension-name']))->getName()), $extension['extension-name'], 'the name of the module');
Check::same($cargo['name'], $extension['extension-name'], 'the name of the crate');
Check::same($cargo['license'], $composer['license'], 'the licence');
Check::same($cargo['description'], $composer['description'], 'the description');
Check::true(is_file("$root/{$extension['build-path']}/config.m4"), 'config.m4');
// build.rs refuses older ones.
preg_match('/"(\d+\.\d+)"\);/', file_get_contents("$root/build.rs"), $oldest);
Check::same(">=$oldest[1]", $composer['require']['php'], 'the oldest PHP');
// What configure knows, PIE may pass on.
foreach ($extension['configure-options'] as $option) {
    $name = substr($option['name'], strlen('with-'));
    Check::true(str_contains(file_get_contents("$root/packaging/config.m4"), "PHP_ARG_WITH([$name]"), "--{$option['name']}");
}
echo 'done';
?>
--EXPECT--
done
