<?php
/*
 * The package integrations/event-loop in this process, with the loop of Revolt. REVOLT_SOURCES names the folder with the sources of
 * the real one, and without it there is the stand-in of lib/revolt. Used by Amp and php-tests/integrations/event-loop.
 */

declare(strict_types=1);

namespace Tests;

final class Revolt
{
    /** @param array<string, string> $beside the folders of what runs in the loop, by their namespaces */
    public static function load(array $beside = []): void
    {
        Package::autoload('event-loop', ['Revolt\\' => getenv('REVOLT_SOURCES') ?: __DIR__ . '/revolt'] + $beside);
    }
}
