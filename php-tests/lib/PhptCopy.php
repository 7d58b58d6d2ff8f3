<?php
/*
 * A copy of the phpt files for one run, one for each pass of the suite in which a file runs. run-tests.php writes files beside each phpt file: with a copy, the checkout stays
 * clean after failures, and two runs at the same time do not disturb each other. Used by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class PhptCopy
{
    /** Stands behind the title and the name of a test in the TLS pass. */
    private const TLS = ' [tls]';

    /** Looks like the root of the checkout: all that is no phpt file is a link to it. */
    public readonly string $root;
    private readonly TempDir $dir;

    /** @var array<string, string> what the runner calls each file, by its copy */
    private array $names = [];

    /**
     * @param list<string> $plain the files of the plain pass, as whole paths
     * @param list<string> $tls the files of the TLS pass
     */
    public function __construct(private readonly string $checkout, array $plain, array $tls)
    {
        $this->dir = new TempDir();
        $this->root = $this->dir->path;
        mkdir("$this->root/php-tests");
        foreach ([...glob("$checkout/*"), "$checkout/php-tests/lib", ...glob("$checkout/php-tests/*.php")] as $path) {
            if ($path !== "$checkout/php-tests") {
                symlink($path, $this->root . substr($path, strlen($checkout)));
            }
        }
        foreach ($plain as $file) {
            $this->put($file, $file, (string) file_get_contents($file));
        }
        foreach ($tls as $file) {
            $head = '$0' . self::TLS . "\n" . rtrim(Pass::section());
            $text = preg_replace('/^--TEST--\n.+/', $head, (string) file_get_contents($file));
            // Beside the plain copy, under a name of its own: run-tests.php writes files with the name of a test.
            $this->put(substr($file, 0, -strlen('.phpt')) . '.tls.phpt', $file . self::TLS, $text);
        }
    }

    /** @return array<string, string> the names of all tests, by their file */
    public function names(): array
    {
        return $this->names;
    }

    /** The name of a file that run-tests.php tells. */
    public function name(string $path): string
    {
        return $this->names[$path] ?? $path;
    }

    private function put(string $file, string $name, string $text): void
    {
        // A file that is not below php-tests has no folder in the copy.
        $copy = str_starts_with($file, "$this->checkout/php-tests/")
            ? $this->root . substr($file, strlen($this->checkout))
            : $file;
        if ($copy !== $file) {
            @mkdir(dirname($copy), recursive: true);
            file_put_contents($copy, $text);
        }
        $this->names[$copy] = str_replace("$this->checkout/", '', $name);
    }
}
