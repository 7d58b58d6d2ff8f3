<?php
/*
 * Processes that have the package integrations/event-loop and the loop of Revolt. REVOLT_SOURCES names the folder with the sources of
 * the real one, and without it there is the stand-in of lib/revolt. Used by php-tests/integrations/event-loop.
 */

declare(strict_types=1);

namespace Tests;

final class Revolt
{
    private const PACKAGE = __DIR__ . '/../../integrations/event-loop';

    /** Loads the classes of both in this process. */
    public static function load(): void
    {
        $sources = getenv('REVOLT_SOURCES') ?: __DIR__ . '/revolt';
        $own = json_decode(file_get_contents(self::PACKAGE . '/composer.json'), true)['autoload']['psr-4'];
        $folders = ['Revolt\\' => $sources];
        foreach ($own as $namespace => $folder) {
            $folders[$namespace] = self::PACKAGE . "/$folder";
        }
        spl_autoload_register(static function (string $class) use ($folders): void {
            foreach ($folders as $namespace => $folder) {
                $file = "$folder/" . str_replace('\\', '/', substr($class, strlen($namespace))) . '.php';
                if (str_starts_with($class, $namespace) && is_file($file)) {
                    require $file;
                }
            }
        });
    }
}
