<?php
/*
 * Loads the stand-in of ThinkPHP: classes of this folder, with the names and the behaviour of those that integrations/think
 * and examples/thinkphp use, and with nothing else. The tests take it where THINKPHP_AUTOLOAD names no real ThinkPHP. Behind
 * a real one without think-queue, its classes of the queue serve.
 */

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    $file = __DIR__ . '/' . strtr(substr($class, strlen('think\\')), '\\', '/') . '.php';
    if (str_starts_with($class, 'think\\') && is_file($file)) {
        require $file;
    }
});
