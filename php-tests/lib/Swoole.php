<?php
/*
 * The package integrations/swoole in a process with coroutines. SWOOLE_SO names the real extension Swoole or OpenSwoole, which every
 * test then loads (tools/elsewhere swoole), and without it there is the stand-in of lib/swoole. Used by
 * php-tests/integrations/swoole, and by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class Swoole
{
    /** @return list<string> the arguments of php that load the real extension, if there is one */
    public static function arguments(): array
    {
        return self::module() === null ? [] : ['-d', 'extension=' . self::module()];
    }

    public static function isReal(): bool
    {
        return extension_loaded('swoole') || extension_loaded('openswoole');
    }

    public static function load(): void
    {
        $standIn = self::isReal() ? [] : ['Swoole\\' => __DIR__ . '/swoole'];
        self::isReal() || require_once __DIR__ . '/swoole/constants.php';
        Package::autoload('swoole', $standIn);
    }

    /** Starts a process in which coroutines can be created. @param list<string|int|float> $args of the script */
    public static function worker(string $code, array $args): Worker
    {
        $ini = self::module() === null ? [] : ['extension' => self::module()];

        return Worker::run("Tests\\Swoole::load();\n$code", $args, ini: $ini);
    }

    private static function module(): ?string
    {
        return getenv('SWOOLE_SO') ?: null;
    }
}
