<?php
/*
 * A program of a few lines of shell, which stands in for another program. Used by FakeCargo, FakePhp, LaravelArtisan,
 * LaravelExample, Packages and PhpizeBuild.
 */

declare(strict_types=1);

namespace Tests;

final class ShellScript
{
    /** @return string the path */
    public static function write(string $path, string $code): string
    {
        file_put_contents($path, "#!/bin/sh\n$code\n");
        chmod($path, 0o755);

        return $path;
    }
}
