<?php
/*
 * A cargo that says its version and builds nothing: it hands over a library, or writes in its place the environment that would
 * have decided for which PHP the library is. Used by the tests in php-tests/packaging.
 */

declare(strict_types=1);

namespace Tests;

final class FakeCargo
{
    public readonly string $path;
    private readonly string $runs;

    public function __construct(string $folder, string $version = '1.88.0', ?string $library = null)
    {
        $hand = $library === null ? 'echo "for $PHP and $PHP_CONFIG" >' : "cp '$library' ";
        is_dir($folder) || mkdir($folder, recursive: true);
        $this->runs = "$folder/runs";
        touch($this->runs);
        $this->path = ShellScript::write("$folder/cargo", <<<SH
            if [ "\$1" = --version ]; then
                echo 'cargo $version (0123456789 2026-01-01)'
                exit
            fi
            echo "\$*" >>'$this->runs'
            mkdir -p "\$CARGO_TARGET_DIR/release"
            $hand"\$CARGO_TARGET_DIR/release/libredis_mutex_lock.so"
            SH);
    }

    /** @return list<string> the arguments of each build so far */
    public function runs(): array
    {
        return file($this->runs, FILE_IGNORE_NEW_LINES);
    }
}
