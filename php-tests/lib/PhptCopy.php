<?php
/*
 * A copy of the phpt files for one run. run-tests.php writes files beside each phpt file: with a copy, the checkout stays
 * clean after failures, and two runs at the same time do not disturb each other. Used by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class PhptCopy
{
    /** Looks like the root of the checkout: all that is no phpt file is a link to it. */
    public readonly string $root;
    private readonly TempDir $dir;

    /** @param list<string> $files whole paths */
    public function __construct(private readonly string $checkout, array $files)
    {
        $this->dir = new TempDir();
        $this->root = $this->dir->path;
        mkdir("$this->root/php-tests");
        foreach ([...glob("$checkout/*"), "$checkout/php-tests/lib", ...glob("$checkout/php-tests/*.php")] as $path) {
            if ($path !== "$checkout/php-tests") {
                symlink($path, $this->root . substr($path, strlen($checkout)));
            }
        }
        foreach ($files as $file) {
            $copy = $this->of($file);
            if ($copy !== $file) {
                @mkdir(dirname($copy), recursive: true);
                copy($file, $copy);
            }
        }
    }

    /** The copy of a phpt file. A file that is not below php-tests is used where it is. */
    public function of(string $file): string
    {
        return str_starts_with($file, "$this->checkout/php-tests/")
            ? $this->root . substr($file, strlen($this->checkout))
            : $file;
    }

    /** The phpt file of a path that run-tests.php tells. */
    public function original(string $path): string
    {
        return str_starts_with($path, "$this->root/") ? $this->checkout . substr($path, strlen($this->root)) : $path;
    }
}
