<?php
/*
 * Loads the classes of the namespace Tests, one class from each file. Every helper process requires this file first, and
 * phpt.php does it for the phpt files: the suite runs without Composer and without php.ini.
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Tests\\')) {
        $file = __DIR__ . '/' . substr($class, strlen('Tests\\')) . '.php';
        if (is_file($file)) {
            require $file;
        }
    }
});

// The runner gives a phpt file this name in the TLS pass.
if (Tests\Pass::isTls() && str_ends_with($_SERVER['SCRIPT_NAME'] ?? '', '.tls.php')) {
    $test = getmypid();
    register_shutdown_function(static fn () => getmypid() === $test && Tests\Pass::complain());
}
