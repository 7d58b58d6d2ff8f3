<?php
/*
 * Prints what an application can see of the extension, or of the stub file in the argument, as JSON. Used by
 * stub-matches-extension.phpt, in a process with the extension and in one without.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/autoload.php';

if (isset($argv[1])) {
    $classes = get_declared_classes();
    $interfaces = get_declared_interfaces();
    $functions = get_defined_functions()['user'];
    require $argv[1];
    $constants = get_defined_constants(true)['user'] ?? [];
    $functions = array_map(static fn (string $name) => new \ReflectionFunction($name), array_diff(get_defined_functions()['user'], $functions));
    $classes = array_diff([...get_declared_classes(), ...get_declared_interfaces()], $classes, $interfaces);
    $classes = array_map(static fn (string $name) => new \ReflectionClass($name), $classes);
} else {
    $extension = new \ReflectionExtension('redis_mutex_lock');
    $constants = $extension->getConstants();
    $functions = $extension->getFunctions();
    $classes = array_values($extension->getClasses());
}

$surface = [];
foreach ($classes as $class) {
    $surface[$class->name] = Surface::of($class);
}
ksort($surface);
echo json_encode([
    'classes' => $surface,
    'functions' => array_map(Surface::callable(...), array_column($functions, null, 'name')),
    'constants' => array_keys($constants),
], JSON_THROW_ON_ERROR);
