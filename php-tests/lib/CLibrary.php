<?php
/*
 * A file of C beside this one, compiled into a shared library for the processes of this test. Used by FailingAllocations
 * and FakeNames.
 */

declare(strict_types=1);

namespace Tests;

final class CLibrary
{
    /** Compiles `$name.c` once in this process. Returns the library's path. `$flags` stand behind the source, for a shell. */
    public static function of(string $name, string $flags): string
    {
        static $dir = new TempDir();
        $file = $dir->file("$name.so");
        if (!is_file($file)) {
            $command = sprintf(
                "cc -shared -fPIC -O1 -Wall -o %s %s $flags 2>&1",
                escapeshellarg($file),
                escapeshellarg(__DIR__ . "/$name.c"),
            );
            exec($command, $words, $code);
            if ($code !== 0) {
                throw new Failure("cannot compile $name.c:\n" . implode("\n", $words));
            }
        }

        return $file;
    }
}
