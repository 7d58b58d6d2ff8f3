--TEST--
Laravel: lock:check examines the servers of a store below its prefix, and its exit status is that of the worst row
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\RedisServer;
use Tests\Rights;

Laravels::each(static function (Laravel $laravel): void {
    $server = RedisServer::start(['appendonly' => 'yes']);
    $patient = ['cache.stores.mutex.mutex' => ['command_timeout' => 20], 'database.redis.default.port' => $server->plainPort];
    $laravel = $laravel->again($patient);
    $text = $laravel->artisan('lock:check');
    Check::true(str_starts_with($text, "0 good     127.0.0.1:$server->plainPort, database "), "all is good:\n$text");
    Check::same(11, substr_count($text, "\n"), "a line for each row:\n$text");
    $rows = json_decode(substr($laravel->artisan('lock:check', ['--json' => true]), 2), true);
    Check::same(['server', 'what', 'state', 'found', 'advice'], array_keys($rows[0]), 'fields');

    // The keys of a store begin with its prefix, so this is the pattern that its user needs.
    $prefix = $laravel->key('');
    Rights::grant($server, Rights::line('everything'));
    $limited = $laravel->again($patient + ['database.redis.default.username' => 'locks', 'database.redis.default.password' => 'secret']);
    $text = $limited->artisan('lock:check', ['--store' => 'mutex']);
    Check::true(str_starts_with($text, '2 '), "the prefix is forbidden:\n$text");
    $line = preg_match('/^ {9}(redis-cli ACL SETUSER <user> .+)$/m', $text, $found) === 1 ? $found[1] : '';
    Check::true(str_contains($line, "~$prefix*"), "the pattern of the prefix in\n$text");
    Rights::grant($server, str_replace('<user>', 'locks', $line));
    $text = $limited->artisan('lock:check');
    Check::true(str_starts_with($text, '0 '), "with that line all is good:\n$text");
    Check::same(false, str_contains($text, 'secret'), 'no password');

    $server->client()->call('CONFIG', 'SET', 'appendonly', 'no');
    Check::true(str_starts_with($laravel->artisan('lock:check'), '1 '), 'a warning');
    $server->kill();
    Check::true(str_starts_with($laravel->artisan('lock:check'), "2 bad      127.0.0.1:$server->plainPort"), 'a dead server');
    Check::same("3 The store [stock] does not use the driver redis-mutex.\n", $laravel->artisan('lock:check', ['--store' => 'stock']), 'another driver');
    $text = $laravel->again(['cache.stores.mutex.mutex' => ['lease' => -1]])->artisan('lock:check');
    Check::true(str_starts_with($text, '3 redis_mutex_lock_check(): Argument #1 ($config) "lease"'), "a wrong setting: $text");
});

echo 'done';
?>
--EXPECT--
done
