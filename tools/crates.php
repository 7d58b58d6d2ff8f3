<?php
/*
 * What a package says about the crates in the library: their licences, their notices, and the list of them (SBOM).
 *
 *   php -n tools/crates.php licences   fails if a crate has a licence that nobody has read yet
 *   php -n tools/crates.php notices    prints the texts that a copy of the library must carry
 *   php -n tools/crates.php sbom       prints the list in the format CycloneDX 1.5
 *
 * cargo answers all questions: `cargo tree` says which crates are in the library, `cargo metadata` what they say about
 * themselves. tools/package and the tests in php-tests/packaging run this.
 */

declare(strict_types=1);

/**
 * Licences as crates write them, each read by a person: a copy of the library may be passed on if it carries their texts. A
 * crate with another expression is refused, even if it means the same, because reading it once is cheaper than a parser.
 */
const READ = [
    'MIT', 'MIT OR Apache-2.0', 'MIT/Apache-2.0', 'Apache-2.0 OR MIT', 'Apache-2.0 OR MIT OR Zlib', 'Apache-2.0 OR ISC OR MIT',
    'Unlicense OR MIT', 'ISC', 'Apache-2.0 AND ISC', 'BSD-3-Clause', 'BSL-1.0', 'Apache-2.0 OR BSL-1.0', 'Unicode-3.0',
    '(MIT OR Apache-2.0) AND Unicode-3.0',
];

/** Files of a crate that a copy must carry, by the names that crates give them. */
const NOTICES = '#/(LICEN[CS]E|COPYING|COPYRIGHT|NOTICE|UNLICENSE)[^/]*$#i';

function fail(string $why): never
{
    fwrite(STDERR, "crates: $why\n");
    exit(1);
}

/** Runs cargo in the folder of the sources, and returns what it prints. */
function cargo(string ...$arguments): string
{
    chdir(dirname(__DIR__));
    $words = implode(' ', array_map(escapeshellarg(...), $arguments));
    exec("cargo $words --locked", $lines, $code);
    $code === 0 || fail("'cargo $words --locked' has failed");

    return implode("\n", $lines);
}

/**
 * The crates in the library, without those that only build or test it.
 *
 * @return array<string, array<string, mixed>> by name and version, in order of the name
 */
function crates(): array
{
    // Without a platform, cargo would fetch the crates of every other one too.
    preg_match('/^host: (.+)$/m', (string) shell_exec('rustc -vV'), $host) === 1 || fail("'rustc -vV' names no host");
    $metadata = json_decode(cargo('metadata', '--format-version=1', "--filter-platform=$host[1]"), true, flags: JSON_THROW_ON_ERROR);
    $known = [];
    foreach ($metadata['packages'] as $package) {
        $known["{$package['name']} v{$package['version']}"] = $package;
    }
    $crates = [];
    foreach (explode("\n", cargo('tree', '--edges=normal,no-proc-macro', '--prefix=none', '--no-dedupe', '--format={p}')) as $line) {
        // `name v1.2.3`, and behind it the folder of the own crate.
        preg_match('/^\S+ v\S+/', $line, $name);
        $crates[$name[0]] = $known[$name[0]];
    }
    // The own crate comes from no registry.
    $crates = array_filter($crates, static fn (array $crate): bool => $crate['source'] !== null);
    ksort($crates);

    return $crates;
}

/** @param array<string, mixed> $crate */
function licence(array $crate): string
{
    return (string) ($crate['license'] ?? 'none');
}

function checkLicences(): int
{
    $crates = crates();
    $unread = array_filter($crates, static fn (array $crate): bool => !in_array(licence($crate), READ, true));
    foreach ($unread as $name => $crate) {
        printf("crates: the licence of %s, '%s', is not in the list of tools/crates.php: read it, and add it there or remove the crate\n", $name, licence($crate));
    }
    printf("%d crates, %d with a licence that nobody has read\n", count($crates), count($unread));

    return $unread === [] ? 0 : 1;
}

/** Each text once, with the crates that come with it, because most of them carry the same Apache licence. */
function printNotices(): int
{
    $bearers = [];
    $silent = [];
    foreach (crates() as $name => $crate) {
        $texts = notices(dirname((string) $crate['manifest_path']));
        if ($texts === []) {
            $authors = implode(', ', $crate['authors']);
            $silent[] = "$name: " . licence($crate) . ($authors === '' ? '' : ", by $authors");
        }
        foreach ($texts as $text) {
            $bearers[$text][] = $name;
        }
    }
    echo "The library redis_mutex_lock contains the Rust crates below, and the standard library of Rust (MIT OR Apache-2.0,\n";
    echo "by The Rust Project Developers). These are their licences and notices.\n";
    foreach ($bearers as $text => $names) {
        printf("\n%s\n%s\n\n%s\n", str_repeat('=', 78), implode("\n", $names), $text);
    }
    printf("\n%s\nThese crates come without a text. Each one says which licence it has, whose text stands above:\n\n%s\n", str_repeat('=', 78), implode("\n", $silent));

    return 0;
}

/** @return list<string> the texts of a crate, also those of what it has taken over from others, which are deeper down */
function notices(string $folder): array
{
    $files = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($folder, FilesystemIterator::SKIP_DOTS));
    $paths = array_keys(iterator_to_array($files));
    sort($paths);
    $texts = [];
    foreach (preg_grep(NOTICES, $paths) as $path) {
        $texts[] = trim(str_replace("\r\n", "\n", (string) file_get_contents($path)));
    }

    return array_values(array_unique($texts));
}

/** The version and the time of the package are arguments, so that equal sources give equal bytes. */
function printSbom(string $version, int $time): int
{
    $checksums = [];
    preg_match_all('/^name = "(.+)"\nversion = "(.+)"\nsource = .*\nchecksum = "(.+)"/m', (string) file_get_contents(dirname(__DIR__) . '/Cargo.lock'), $locked, PREG_SET_ORDER);
    foreach ($locked as [, $name, $number, $checksum]) {
        $checksums["$name v$number"] = $checksum;
    }
    $components = [];
    foreach (crates() as $name => $crate) {
        $url = "pkg:cargo/{$crate['name']}@{$crate['version']}";
        $components[] = [
            'type' => 'library',
            'bom-ref' => $url,
            'name' => $crate['name'],
            'version' => $crate['version'],
            'purl' => $url,
            'licenses' => [['expression' => str_replace('/', ' OR ', licence($crate))]],
            'hashes' => [['alg' => 'SHA-256', 'content' => $checksums[$name]]],
        ];
    }
    $compiler = trim((string) shell_exec('rustc --version'));
    echo json_encode([
        'bomFormat' => 'CycloneDX',
        'specVersion' => '1.5',
        'version' => 1,
        'metadata' => [
            'timestamp' => gmdate('Y-m-d\TH:i:s\Z', $time),
            'component' => ['type' => 'library', 'bom-ref' => 'redis_mutex_lock', 'name' => 'redis_mutex_lock', 'version' => $version, 'licenses' => [['expression' => 'MIT']]],
            'properties' => [['name' => 'compiler', 'value' => $compiler]],
        ],
        'components' => $components,
    ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_THROW_ON_ERROR), "\n";

    return 0;
}

exit(match ($argv[1] ?? '') {
    'licences' => checkLicences(),
    'notices' => printNotices(),
    'sbom' => printSbom($argv[2], (int) $argv[3]),
    default => fail('usage: php -n tools/crates.php licences | notices | sbom VERSION TIME'),
});
