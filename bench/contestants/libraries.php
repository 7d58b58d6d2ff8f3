<?php

declare(strict_types=1);

use Tests\Laravels;
use Tests\RedisServer;

/** A library that is compared with RedisMutexLock, and where this machine has it. */
final class Library
{
    private const PYTHON = '/usr/bin/python3'; // Debian's, which has the package

    /** @param Closure(): ?string $version null: it is not installed */
    private function __construct(public readonly string $label, private readonly Closure $version)
    {
    }

    public function version(): ?string
    {
        return ($this->version)();
    }

    /** @return array<string, self> by the names of the figures */
    public static function all(): array
    {
        return [
            'predis' => new self('Predis', static fn () => self::constant('Predis/Client.php', 'VERSION')),
            'symfony' => new self('Symfony Lock', static fn () => is_file(self::autoload('symfony')) ? self::packaged('php-symfony-lock') : null),
            'laravel' => new self('Laravel', static fn () => self::constant('Illuminate/Foundation/Application.php', 'VERSION')),
            'phplock' => new self('php-lock', static fn () => is_file(self::autoload('phplock')) ? self::packaged('php-malkusch-lock') : null),
            'redispy' => new self('redis-py', self::redisPy(...)),
        ];
    }

    public static function isHere(string $library): bool
    {
        static $here = [];

        return $here[$library] ??= self::all()[$library]->version() !== null;
    }

    /** Returns the file to require. */
    public static function autoload(string $library): string
    {
        return match ($library) {
            'predis' => self::ofLaravel('Predis/autoload.php'),
            'symfony' => '/usr/share/php/Symfony/Component/Lock/autoload.php',
            'phplock' => '/usr/share/php/Malkusch/Lock/autoload.php',
        };
    }

    /** Names Laravel to the processes that are started. False: it cannot be had here. */
    public static function findLaravel(): bool
    {
        static $autoload = false;
        if ($autoload === false) {
            ob_start(); // the tool prints the file
            $autoload = getenv(Laravels::AUTOLOAD) ?: Laravels::unpack('10');
            ob_end_clean();
            $autoload = $autoload !== null && is_file($autoload) ? $autoload : null;
            $autoload === null || putenv(Laravels::AUTOLOAD . "=$autoload");
        }

        return $autoload !== null;
    }

    /** Predis comes with Laravel, so that both are of the same year. */
    private static function ofLaravel(string $file): string
    {
        return self::findLaravel() ? dirname((string) getenv(Laravels::AUTOLOAD)) . "/php/$file" : '';
    }

    private static function constant(string $file, string $name): ?string
    {
        $path = self::ofLaravel($file);
        $source = $path === '' ? '' : (string) @file_get_contents($path);

        return preg_match("/const $name = '([^']+)'/", $source, $version) ? $version[1] : null;
    }

    private static function packaged(string $package): string
    {
        $version = (string) shell_exec("dpkg-query -W -f '\${Version}' $package 2>/dev/null");

        return preg_replace('/[+-].*/', '', $version) ?: 'without a package';
    }

    private static function redisPy(): ?string
    {
        return trim((string) shell_exec(self::PYTHON . ' -c "import redis; print(redis.__version__)" 2>/dev/null')) ?: null;
    }
}

/** The environment names the server to the processes of Tests\Laravel. */
function lead_laravel_to(RedisServer $server): void
{
    foreach ($server->environment() as $name => $value) {
        putenv("$name=$value");
    }
}
