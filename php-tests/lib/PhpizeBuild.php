<?php
/*
 * A copy of the sources in which phpize, configure and make run, as for somebody who installs the extension in PHP's way.
 * No cargo is in PATH unless a test puts one there. Used by the tests in php-tests/packaging.
 */

declare(strict_types=1);

namespace Tests;

final class PhpizeBuild
{
    /** A folder in front of PATH. */
    public string $path = '';
    public string $home = '/nowhere';
    /** @var list<string> */
    private readonly array $copied;

    /** @param array<string> $more files and folders that are copied too */
    private function __construct(public readonly TempDir $dir, array $more)
    {
        $root = dirname(__DIR__, 2);
        mkdir($dir->file('crate/packaging'), recursive: true);
        $files = ['Cargo.toml', 'Cargo.lock', 'build.rs', 'src', 'packaging/config.m4', 'packaging/Makefile.frag', ...$more];
        foreach ($files as $file) {
            $this->run(['cp', '-r', "$root/$file", $dir->file("crate/$file")], $dir->path);
        }
        $this->copied = $this->files();
    }

    public static function inACopy(string ...$more): self
    {
        return new self(new TempDir(), $more);
    }

    public function file(string $name): string
    {
        return $this->dir->file("crate/$name");
    }

    public function configure(string ...$arguments): void
    {
        [$code, $output] = $this->tryConfigure($arguments);
        Check::same(0, $code, $output);
    }

    /** @param list<string> $words of the error with which configure ends */
    public function isRefused(array $words, string ...$arguments): void
    {
        [$code, $output] = $this->tryConfigure($arguments);
        Check::same(1, $code, $output);
        foreach ($words as $some) {
            Check::same(1, preg_match('/^configure: error: .*' . preg_quote($some, '/') . '/m', $output), "'$some' in: $output");
        }
    }

    public function make(): void
    {
        $this->run(['make', '-j2'], $this->file('packaging'));
    }

    /** @return array{int, string} exit status and output of `make test` */
    public function test(string ...$arguments): array
    {
        return $this->outcome(['make', 'test', ...$arguments], $this->file('packaging'));
    }

    /** With an environment in which nothing of Rust can be found. */
    public function install(string $root): void
    {
        $this->run(['env', '-i', 'PATH=/usr/bin:/bin', 'make', 'install', "INSTALL_ROOT=$root"], $this->file('packaging'));
    }

    public function module(): string
    {
        return (string) file_get_contents($this->file('packaging/modules/redis_mutex_lock.so'));
    }

    /** The cargo that configure has chosen. */
    public function cargo(): string
    {
        preg_match('/^RML_CARGO = (.*)$/m', (string) file_get_contents($this->file('packaging/Makefile')), $line);

        return $line[1] ?? throw new Failure('configure has chosen no cargo');
    }

    /** A php-config that says it belongs to another PHP, with another folder of extensions. */
    public function otherPhp(): string
    {
        return ShellScript::write($this->dir->file('php-config'), <<<'SH'
            [ "$1" != --extension-dir ] || exec echo /usr/lib/php/20990101-zts
            exec php-config "$@"
            SH);
    }

    /** @return list<string> what was made outside of the two folders that are there for it */
    public function litter(): array
    {
        return array_values(preg_grep('#^(packaging|target)/#', array_diff($this->files(), $this->copied), PREG_GREP_INVERT));
    }

    /** @return list<string> */
    private function files(): array
    {
        $root = $this->dir->file('crate');
        $files = new \RecursiveIteratorIterator(new \RecursiveDirectoryIterator($root, \FilesystemIterator::SKIP_DOTS));

        return array_map(static fn (\SplFileInfo $file): string => substr($file->getPathname(), strlen($root) + 1), [...$files]);
    }

    /**
     * @param array<string> $arguments
     * @return array{int, string} exit status and output
     */
    private function tryConfigure(array $arguments): array
    {
        $command = ['sh', '-c', 'phpize && exec ./configure "$@"', 'sh', ...$arguments];

        return $this->outcome($command, $this->file('packaging'));
    }

    /** @param list<string> $command */
    private function run(array $command, string $folder): void
    {
        [$code, $output] = $this->outcome($command, $folder);
        Check::same(0, $code, implode(' ', $command) . ": $output");
    }

    /**
     * @param list<string> $command
     * @return array{int, string}
     */
    private function outcome(array $command, string $folder): array
    {
        $log = $this->dir->file('log' . random_int(1, PHP_INT_MAX));
        $process = new Process(['nice', '-n', '5', 'sh', '-c', 'cd "$0" && exec "$@"', $folder, ...$command], $log, [
            'PATH' => $this->path . ($this->path === '' ? '' : ':') . self::pathWithoutCargo(),
            'HOME' => $this->home,
            'CARGO_HOME' => null,
            'CARGO_TARGET_DIR' => null,
            'PHP' => null,
            'PHP_CONFIG' => null,
            'MAKEFLAGS' => null,
            'MAKELEVEL' => null,
        ]);
        $code = $process->wait(240) ?? throw new Failure(implode(' ', $command) . ' runs on');

        return [$code, (string) file_get_contents($log)];
    }

    private static function pathWithoutCargo(): string
    {
        $folders = explode(':', (string) getenv('PATH'));

        return implode(':', array_filter($folders, static fn (string $folder): bool => !is_file("$folder/cargo")));
    }
}
