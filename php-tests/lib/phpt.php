<?php
/*
 * The runner prepends this file to every phpt file (auto_prepend_file). A phpt file calls the classes of this folder by their
 * short names: `Check` is Tests\Check. Used by PhptStep and Laravels.
 */

declare(strict_types=1);

require_once __DIR__ . '/autoload.php';

// A type in a signature, instanceof and catch load no class. So each class gets its short name when it is loaded.
spl_autoload_register(static function (string $class): void {
    $short = str_starts_with($class, 'Tests\\') ? substr($class, strlen('Tests\\')) : $class;
    if (preg_match('/^\w+$/', $short) === 1 && is_file($file = __DIR__ . "/$short.php")) {
        require_once $file;
        // A test may have a class of its own with that name.
        class_exists($short, false) || class_alias("Tests\\$short", $short);
    }
}, prepend: true);
// autoload.php has loaded this one.
class_exists('Pass');
