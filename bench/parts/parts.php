<?php

declare(strict_types=1);

/** The parts of the benchmark, in the order of the page. `make help` prints the same table. */
final class Parts
{
    /** @return array<string, array{string, array<string, string>}> part => its minutes, and what it measures by language */
    public static function all(): array
    {
        $parts = [];
        foreach (file(__DIR__ . '/parts.tsv', FILE_IGNORE_NEW_LINES) as $line) {
            [$part, $minutes, $english, $chinese] = explode("\t", $line);
            $parts[$part] = [$minutes, ['en' => $english, 'zh-CN' => $chinese]];
        }

        return $parts;
    }

    /** Loads the files of a part and of all that it needs. */
    public static function load(string $part): void
    {
        foreach (glob(__DIR__ . "/$part/*.php") as $file) {
            require_once $file;
        }
    }
}
