<?php

declare(strict_types=1);

namespace Tests;

/** A Lua script as the extension sends it: its own file behind those that stand before it. Used by php-tests/scripts. */
final class Script
{
    private const BEFORE = [
        'acquire' => ['owner', 'grant'],
        'adopt' => ['owner', 'grant'],
        'expire' => ['owner'],
        'release' => ['owner'],
    ];

    public static function text(string $name): string
    {
        $files = [...self::BEFORE[$name], $name];

        return implode('', array_map(self::file(...), $files));
    }

    private static function file(string $name): string
    {
        return file_get_contents(__DIR__ . "/../../src/scripts/$name.lua");
    }
}
