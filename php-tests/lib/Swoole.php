<?php
/*
 * The package integrations/swoole in this process, with the stand-in of Swoole in lib/swoole. Used by php-tests/integrations/swoole.
 */

declare(strict_types=1);

namespace Tests;

final class Swoole
{
    public static function load(): void
    {
        require_once __DIR__ . '/swoole/constants.php';
        Package::autoload('swoole', ['Swoole\\' => __DIR__ . '/swoole']);
    }
}
