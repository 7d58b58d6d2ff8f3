<?php
/*
 * A file of C beside this one, compiled into a program for this test. Used by Relay.
 */

declare(strict_types=1);

namespace Tests;

final class CProgram
{
    /** Compiles `$name.c` once in this process and the children that it forks later. Returns the program's path. */
    public static function of(string $name): string
    {
        static $dir = new TempDir();
        $file = $dir->file($name);
        if (!is_file($file)) {
            $command = sprintf('cc -O1 -Wall -o %s %s 2>&1', escapeshellarg($file), escapeshellarg(__DIR__ . "/$name.c"));
            exec($command, $words, $code);
            if ($code !== 0) {
                throw new Failure("cannot compile $name.c:\n" . implode("\n", $words));
            }
        }

        return $file;
    }
}
