--TEST--
The stubs say exactly what the extension has; the comment of a method or function has at most eight lines and names its page
--FILE--
<?php
// The extension and the stubs declare the same names, so one process cannot have both.
function surface(bool $extension, string ...$stub): array
{
    $command = [PHP_BINARY, ...Extension::arguments(extension: $extension), __DIR__ . '/lib/surface-process.php', ...$stub];
    $json = (string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)));

    return json_decode($json, true) ?? throw new Tests\Failure($json);
}

/** Prints every difference between the two. */
function differences(mixed $stub, mixed $loaded, string $place): int
{
    if (!is_array($stub) || !is_array($loaded)) {
        if ($stub === $loaded) {
            return 0;
        }
        echo "$place: the stubs say ", json_encode($stub), ', the extension says ', json_encode($loaded), "\n";

        return 1;
    }
    $count = 0;
    foreach (array_unique([...array_keys($stub), ...array_keys($loaded)]) as $name) {
        $here = ltrim("$place $name");
        if (!array_key_exists($name, $stub) || !array_key_exists($name, $loaded)) {
            echo "$here: only in the ", array_key_exists($name, $stub) ? 'stubs' : 'extension', "\n";
            $count++;
        } else {
            $count += differences($stub[$name], $loaded[$name], $here);
        }
    }

    return $count;
}

$stub = surface(false, dirname(__DIR__) . '/stubs/RedisMutexLock.php');
$loaded = surface(true);
$count = differences($stub, $loaded, '');
Check::same(['redis_mutex_lock_check'], array_keys($loaded['functions']), 'functions of the extension');
Check::same([], $loaded['constants'], 'constants of the extension');

// No stub can declare these: the settings, and who may change them.
$settings = array_map(static fn (array $setting): int => $setting['access'], ini_get_all('redis_mutex_lock'));
ksort($settings);
Check::same([
    'redis_mutex_lock.await_release' => INI_ALL,
    'redis_mutex_lock.command_timeout' => INI_ALL,
    'redis_mutex_lock.lease' => INI_ALL,
    'redis_mutex_lock.lock_prefix' => INI_ALL,
    'redis_mutex_lock.retry_for' => INI_ALL,
    'redis_mutex_lock.url' => INI_SYSTEM | INI_PERDIR,
    'redis_mutex_lock.warnings' => INI_ALL,
], $settings, 'settings');
Check::same('redis://127.0.0.1:6379/0', ini_get('redis_mutex_lock.url'), 'default of redis_mutex_lock.url');

// What a hover of an editor shows above the parameters: short, and with the page that says the rest.
$root = dirname(__DIR__);
$blocks = '~/\*\*\n(?<lines>(?:[ ]*\*(?!/).*\n)*)[ ]*\*/\n\s*(?<what>class|(?:public|function) [^;{]*(?:\(|;))~';
preg_match_all($blocks, file_get_contents("$root/stubs/RedisMutexLock.php"), $documented, PREG_SET_ORDER);
$commented = 0;
foreach ($documented as ['lines' => $lines, 'what' => $what]) {
    $text = preg_replace('/^ *\* ?/m', '', preg_replace('/^ *\* ?@.*/ms', '', $lines));
    $shown = count(array_filter(explode("\n", $text), static fn (string $line): bool => trim($line) !== ''));
    Check::between(1, $what === 'class' ? 20 : 8, $shown, "lines above '$what', without the tags");
    $commented += (int) str_ends_with($what, '(');
    preg_match_all('~\bdocs/[\w-]+\.md~', $text, $pages);
    Check::true($pages[0] !== [] || !str_ends_with($what, '('), "a page in the comment of '$what'");
    foreach ($pages[0] as $page) {
        Check::true(is_file("$root/$page"), "$page exists, named by '$what'");
    }
}
$methods = array_sum(array_map(static fn (array $class): int => count($class['methods']), $stub['classes']));
Check::same($methods + count($stub['functions']), $commented, 'methods and functions with a comment');

if ($count === 0) {
    $methods = array_sum(array_map(static fn (array $class): int => count($class['methods']), $loaded['classes']));
    echo 'stubs and extension agree: ', count($loaded['classes']), " classes, $methods methods\n";
}
?>
--EXPECTF--
stubs and extension agree: %d classes, %d methods
