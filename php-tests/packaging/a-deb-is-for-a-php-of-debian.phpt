--TEST--
tools/package makes a Debian package for a PHP of Debian only, and says why where it makes none
--FILE--
<?php
$root = dirname(__DIR__, 2);
$dir = new TempDir();
// Debian's php-config knows --phpapi. Another one prints its options for what it does not know.
$scripts = ['debian' => 'echo 20220829', 'source' => 'echo "Usage: $0 [OPTION]"; exit 1'];
foreach ($scripts as $name => $script) {
    file_put_contents($dir->file($name), "#!/bin/sh\n$script\n");
    chmod($dir->file($name), 0o755);
}
foreach ([
    ['debian', 0, 0, ''],
    ['debian', 1, 0, 'Debian has no package of PHP with debug or ZTS'],
    ['debian', 0, 1, 'Debian has no package of PHP with debug or ZTS'],
    ['source', 0, 0, 'this PHP is not one of Debian or Ubuntu'],
] as [$name, $debug, $zts, $refusal]) {
    $said = Command::mustRun(["$root/tools/package", '--refusal', $dir->file($name), (string) $debug, (string) $zts]);
    Check::same($refusal, trim($said), "$name $debug $zts");
}
echo 'done';
?>
--EXPECT--
done
