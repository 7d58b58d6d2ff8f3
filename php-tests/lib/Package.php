<?php
/*
 * A package of integrations/ in this process, loaded as its composer.json says. Used by Revolt and Swoole.
 */

declare(strict_types=1);

namespace Tests;

final class Package
{
    /** @param array<string, string> $beside the folders of what the package needs, by their namespaces */
    public static function autoload(string $name, array $beside): void
    {
        $root = dirname(__DIR__, 2) . "/integrations/$name";
        $own = json_decode(file_get_contents("$root/composer.json"), true)['autoload']['psr-4'];
        $folders = $beside + array_map(static fn (string $folder): string => "$root/$folder", $own);
        spl_autoload_register(static function (string $class) use ($folders): void {
            foreach ($folders as $namespace => $folder) {
                $file = rtrim($folder, '/') . '/' . str_replace('\\', '/', substr($class, strlen($namespace))) . '.php';
                if (str_starts_with($class, $namespace) && is_file($file)) {
                    require $file;
                }
            }
        });
    }
}
