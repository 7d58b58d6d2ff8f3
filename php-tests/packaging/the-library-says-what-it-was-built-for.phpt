--TEST--
php --ri says for which PHP the library was built, and its version has the day and the commit unless the commit is a release
--FILE--
<?php
$version = phpversion('redis_mutex_lock');
Check::same(1, preg_match('/^\d+\.\d+\.\d+((\+|-dev\.)20\d{6}\.[0-9a-f]{10})?$/', $version), "a version: $version");
ob_start();
(new ReflectionExtension('redis_mutex_lock'))->info();
$rows = ob_get_clean();
$kind = (PHP_ZTS ? 'ZTS' : 'NTS') . (PHP_DEBUG ? ', debug' : '');
Check::same(1, preg_match('/^Built for => PHP ' . PHP_MAJOR_VERSION . '\.' . PHP_MINOR_VERSION . "\.\d+\S*, API \d{8}, $kind\$/m", $rows), $rows);
Check::true(str_contains($rows, "\nVersion => $version\n"), 'the same version');
echo 'done';
?>
--EXPECT--
done
