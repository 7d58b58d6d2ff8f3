<?php
/*
 * A run of the extension's build script (build.rs), which cargo has compiled beside the library, and what the script has
 * printed for cargo. Used by the tests in php-tests/packaging.
 */

declare(strict_types=1);

namespace Tests;

final class BuildScript
{
    /** @param array<string, list<string>> $said the words behind each name of `cargo::name=words` */
    private function __construct(private readonly int $code, private readonly array $said)
    {
    }

    /**
     * @param array<string, string|null> $env
     * @param ?string $sources the folder of the sources, in which cargo runs it. Null: those here
     */
    public static function run(array $env, ?string $sources = null): self
    {
        $dir = new TempDir();
        $env += ['CARGO_CFG_TARGET_POINTER_WIDTH' => '64'];
        $command = ['sh', '-c', 'cd "$0" && exec "$1"', $sources ?? dirname(__DIR__, 2), self::program()];
        $process = new Process($command, $dir->file('output'), $env);
        $code = $process->wait(60) ?? throw new Failure('the build script runs on');
        $output = $dir->read('output');
        preg_match_all('/^cargo::([a-z-]+)=(.*)$/m', $output, $lines, PREG_SET_ORDER);
        $said = [];
        foreach ($lines as [, $name, $words]) {
            $said[$name][] = $words;
        }

        return new self($code, $said);
    }

    /** The build goes on, and the library will say that it is for this PHP. */
    public function isFor(string $php): void
    {
        Check::same([], $this->said('error'), 'errors');
        Check::same(0, $this->code, 'exit status');
        Check::same(true, in_array("REDIS_MUTEX_LOCK_PHP=$php", $this->said('rustc-env'), true), json_encode($this->said));
    }

    /** The build ends with one sentence that has all these words. */
    public function isRefused(string ...$words): void
    {
        Check::same(1, $this->code, 'exit status');
        $sentences = $this->said('error');
        Check::same(1, count($sentences), 'one sentence');
        foreach ($words as $some) {
            Check::true(str_contains($sentences[0], $some), "'$some' in '$sentences[0]'");
        }
    }

    /** @return list<string> */
    public function said(string $name): array
    {
        return $this->said[$name] ?? [];
    }

    /** The newest one, because older ones stay there until they are cleaned. */
    private static function program(): string
    {
        $profile = dirname(Extension::path());
        // When cargo builds for a target that is named, the library has a folder of that target, and the script has none.
        $folders = [$profile, dirname($profile, 2) . '/' . basename($profile)];
        $programs = array_merge(...array_map(
            static fn (string $folder): array => glob("$folder/build/redis_mutex_lock-*/build-script-build") ?: [],
            $folders,
        ));
        usort($programs, static fn (string $a, string $b): int => filemtime($b) <=> filemtime($a));

        return $programs[0] ?? throw new Failure('there is no build script beside the library');
    }
}
