<?php
/*
 * The versions of Symfony with which a test runs, a process each, and Symfony's own tests of its locks. Versions says where they
 * come from, and how to test with another Symfony. Used by php-tests/integrations/symfony and PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class Symfonies
{
    public const AUTOLOAD = 'SYMFONY_AUTOLOAD';
    public const MODULES = ['ctype', 'mbstring', 'pcntl', 'posix', 'redis', 'tokenizer'];
    private const OWN_TESTS = 'tests';

    /**
     * Calls the test once with each version, each time in a process of its own.
     *
     * @param \Closure(SymfonyLocks): void $test
     */
    public static function each(\Closure $test): void
    {
        self::versions()->areInside() ? $test(SymfonyLocks::boot()) : self::versions()->each(true);
    }

    /**
     * The runner calls it before the tests: unpacks what is missing, if one of these files needs a Symfony.
     *
     * @param list<string> $files
     */
    public static function prepare(array $files): void
    {
        $need = static fn (string $file): bool => str_contains((string) file_get_contents($file), 'Symfonies::');
        if (array_filter($files, $need) !== []) {
            self::versions()->prepare();
            self::versions()->unpack(self::OWN_TESTS);
        }
    }

    /** @return array{string, string} the autoload file of PHPUnit, and the folder of Symfony's own tests of its stores */
    public static function ownTests(): array
    {
        $autoload = self::versions()->autoload(self::OWN_TESTS);

        return [$autoload, dirname($autoload) . '/source/src/Symfony/Component/Lock/Tests/Store'];
    }

    private static function versions(): Versions
    {
        $required = ['5' => 'bookworm', '6' => 'trixie'];

        return new Versions('Symfony', $required, 'forky', 'new Symfony\\Component\\Lock\\Key("x");', self::MODULES);
    }
}
