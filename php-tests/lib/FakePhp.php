<?php
/*
 * A PHP that only says what it is: the programs `php` and `php-config` and two headers, in a folder of their own. build()
 * runs the build script of the extension (build.rs) with them, as cargo does. Used by the tests in php-tests/packaging.
 */

declare(strict_types=1);

namespace Tests;

final class FakePhp
{
    public readonly string $program;
    public readonly string $config;
    public readonly string $header;

    private function __construct(private readonly string $folder)
    {
        $this->program = "$folder/php";
        $this->config = "$folder/php-config";
        $this->header = "$folder/include/main/php.h";
    }

    public static function in(string $folder, string $version, bool $threads = false, bool $debug = false): self
    {
        $php = new self($folder);
        mkdir("$folder/include/main", recursive: true);
        touch($php->header);
        $zts = $threads ? '#define ZTS 1' : '/* #undef ZTS */';
        file_put_contents("$folder/include/main/php_config.h", "#define ZEND_DEBUG " . (int) $debug . "\n$zts\n");
        $info = [
            'PHP Version' => $version,
            'PHP API' => '20240924',
            'PHP Extension' => '20240924',
            'Debug Build' => $debug ? 'yes' : 'no',
            'Thread Safety' => $threads ? 'enabled' : 'disabled',
        ];
        $rows = array_map(static fn (string $name, string $value): string => "$name => $value", array_keys($info), $info);
        ShellScript::write($php->program, "cat <<'END'\n" . implode("\n", $rows) . "\nEND");
        [$major, $minor, $patch] = array_map(intval(...), explode('.', $version));
        $number = $major * 10_000 + $minor * 100 + $patch;
        ShellScript::write($php->config, "case \$1 in
            --version) echo $version ;;
            --vernum) echo $number ;;
            --include-dir) echo '$folder/include' ;;
            *) exit 1 ;;
            esac");

        return $php;
    }

    /** @param array<string, string> $env beside PATH, in which only this PHP is */
    public function build(array $env = []): BuildScript
    {
        return BuildScript::run($env + ['PATH' => "$this->folder:/usr/bin:/bin", 'PHP' => null, 'PHP_CONFIG' => null]);
    }
}
