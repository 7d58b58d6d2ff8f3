--TEST--
A build that cannot work is refused with the thing to install: an old PHP, no PHP, no php-config, two PHPs or two kinds of one, no headers, a 32-bit system
--FILE--
<?php
$dir = new TempDir();
$php = FakePhp::in($dir->file('bin'), '8.4.1');
$php->build()->isFor('PHP 8.4.1, API 20240924, NTS');
FakePhp::in($dir->file('threads'), '8.1.0', threads: true, debug: true)->build()->isFor('PHP 8.1.0, API 20240924, ZTS, debug');
$old = FakePhp::in($dir->file('old'), '8.0.30');
$old->build()->isRefused('PHP 8.1 or newer is needed', $old->config, 'is that of PHP 8.0.30', 'install a newer PHP');
$old->build(['PHP' => $php->program])->isRefused('PHP 8.1 or newer is needed');
$php->build(['PHP_CONFIG' => FakePhp::in($dir->file('other'), '8.3.9')->config])
    ->isRefused("$php->program is PHP 8.4.1", 'is that of PHP 8.3.9', 'set PHP and PHP_CONFIG to the paths of one PHP');
$threads = FakePhp::in($dir->file('threads-here'), '8.4.1', threads: true);
$threads->build()->isFor('PHP 8.4.1, API 20240924, ZTS');
$php->build(['PHP_CONFIG' => $threads->config])
    ->isRefused("$php->program is not ZTS", "the headers of $threads->config are ZTS", 'to the paths of one PHP');
$threads->build(['PHP_CONFIG' => FakePhp::in($dir->file('debug'), '8.4.1', threads: true, debug: true)->config])
    ->isRefused("$threads->program is not debug", 'are debug', 'to the paths of one PHP');
$php->build(['PHP_CONFIG' => '/nowhere/php-config'])->isRefused('there is no php-config', 'install php-dev', 'PHP_CONFIG');
$php->build(['PHP' => '/nowhere/php'])->isRefused('there is no php', 'install php-cli', 'PHP');
$php->build(['CARGO_CFG_TARGET_POINTER_WIDTH' => '32'])->isRefused('a 64-bit system');
unlink($php->header);
$php->build()->isRefused('there is no main/php.h', 'install php-dev');
echo 'done';
?>
--EXPECT--
done
