<?php
/*
 * The package integrations/event-loop in this process, with the loop of Revolt. REVOLT_SOURCES names the folder with the sources of
 * the real one, and without it there is the stand-in of lib/revolt. Used by php-tests/integrations/event-loop.
 */

declare(strict_types=1);

namespace Tests;

final class Revolt
{
    public static function load(): void
    {
        Package::autoload('event-loop', ['Revolt\\' => getenv('REVOLT_SOURCES') ?: __DIR__ . '/revolt']);
    }
}
