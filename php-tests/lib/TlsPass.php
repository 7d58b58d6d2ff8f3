<?php
/*
 * Which tests run twice: in the plain pass, and in the TLS pass, where everything that leads the extension to Redis leads it
 * there over TLS. One run repeats a tenth of them, chosen by a seed, because the second pass of all costs as much time as the
 * first. Used by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class TlsPass
{
    private const UNIX = 'a Unix socket has no TLS';
    private const BOTH = 'it chooses TLS or not by itself';
    private const NO_SERVER = 'it asks no server';

    /** The environment variable with the seed of the choice, or with `all`. */
    private const CHOICE = 'TLS_PASS';
    private const ALL = 'all';
    /** One of so many tests runs in the TLS pass. */
    private const ONE_OF = 10;

    /** The chapters about what a connection has to bear. */
    private const CHAPTERS = [
        'await-release/*', 'faults/*', 'renewal/*', 'waiting/*', 'life/fork-*', 'sentinel/*', 'cluster/*', 'quorum/*', 'event-loops/*',
        'shares/*', 'several/*',
    ];

    /** The tests of these chapters that run in the plain pass only, and why. */
    private const PLAIN = [
        'await-release/a-pair-is-five-system-calls' => 'TLS needs other system calls',
        'await-release/the-core-of-the-suite-runs-without-awaiting' => 'its tests choose TLS or not by themselves',
        'cluster/a-database-other-than-0-is-refused' => self::NO_SERVER,
        'cluster/redirects-to-ever-new-addresses-take-few-descriptors' => 'no certificate has its addresses',
        'event-loops/tls-suspends-one-fiber' => self::BOTH,
        'faults/a-restart-behind-a-relay-hits-no-innocent' => self::UNIX,
        'faults/a-restart-seen-from-another-container-hits-no-innocent' => self::UNIX,
        'faults/a-server-that-reads-slowly-costs-one-deadline' => 'its server reads raw bytes',
        'faults/ghost-request-behind-a-socket-whose-path-has-a-space' => self::UNIX,
        'faults/ghost-request-from-another-container-is-never-executed' => self::UNIX,
        'faults/ghost-request-from-another-container-without-info' => self::UNIX,
        'faults/unix-socket-has-the-same-faults' => self::UNIX,
        'life/fork-makes-no-equal-tokens' => self::NO_SERVER,
        'renewal/on-lost-refuses-what-cannot-be-called' => self::NO_SERVER,
        'renewal/on-lost-takes-every-callable' => self::NO_SERVER,
        'quorum/each-server-may-have-its-own-login-tls-and-database' => self::BOTH,
        'sentinel/a-sentinel-of-another-ca-is-refused' => self::BOTH,
        'sentinel/sentinels-and-master-may-differ-in-tls' => self::BOTH,
        'several/arguments' => self::NO_SERVER,
        'waiting/a-restart-behind-a-unix-socket-hits-no-innocent' => self::UNIX,
        'waiting/hammer-sweep-finds-what-is-wrong' => self::NO_SERVER,
    ];

    /**
     * @param list<string> $files whole paths of phpt files
     * @return list<string> those of them that run in the TLS pass
     */
    public static function of(array $files, string $root): array
    {
        $inChapters = self::inChapters($files, $root);

        return array_values(array_diff($inChapters, array_map(
            static fn (string $file): string => "$root/php-tests/$file.phpt",
            array_keys(self::PLAIN),
        )));
    }

    /** Returns what TLS_PASS says: the seed of the choice, or null for all tests. Without TLS_PASS the seed is random. */
    public static function seed(): ?int
    {
        $choice = getenv(self::CHOICE);
        if ($choice === false || $choice === '') {
            return random_int(1, 999_999);
        }
        if ($choice === self::ALL) {
            return null;
        }
        if (preg_match('/^\d{1,9}$/', $choice) !== 1) {
            throw new \UnexpectedValueException(self::CHOICE . " is a number, which chooses a tenth of the tests, or 'all', not '$choice'");
        }

        return (int) $choice;
    }

    /**
     * Returns the tests that this seed chooses. Each test is chosen or not by its own name, so a seed decides the same
     * for a test in every run, also beside other tests.
     *
     * @param list<string> $files tests that may run in the TLS pass, as whole paths
     * @param ?int $seed null: all of them
     * @return list<string>
     */
    public static function chosen(array $files, ?int $seed, string $root): array
    {
        return array_values(array_filter($files, static fn (string $file): bool => $seed === null
            || hexdec(substr(sha1($seed . substr($file, strlen($root))), 0, 8)) % self::ONE_OF === 0));
    }

    /**
     * What the runner prints: how many tests of how many run over TLS, how to repeat the choice, and why some tests of these
     * chapters are never chosen.
     *
     * @param list<string> $files
     * @param list<string> $run those of them that run in the TLS pass
     * @param ?int $seed what chose them; null: all run that can
     */
    public static function report(array $files, array $run, ?int $seed, string $root): string
    {
        $able = self::of($files, $root);
        $text = sprintf("%d tests, %d of them can run over TLS too, %d do so in this run", count($files), count($able), count($run));
        $text .= $seed === null || $able === [] ? "\n" : sprintf(
            "\n  chosen by %1\$s=%2\$d, which repeats the choice; %1\$s=%3\$s: all of them\n",
            self::CHOICE,
            $seed,
            self::ALL,
        );
        foreach (array_diff(self::inChapters($files, $root), $able) as $file) {
            $name = substr($file, strlen("$root/php-tests/"), -strlen('.phpt'));
            $text .= "  not $name: " . self::PLAIN[$name] . "\n";
        }

        return $text;
    }

    /** Names on the list that no file has: such a line hides a file that was renamed. */
    public static function unknown(string $root): array
    {
        return array_values(array_filter(
            array_keys(self::PLAIN),
            static fn (string $name): bool => !is_file("$root/php-tests/$name.phpt"),
        ));
    }

    /**
     * @param list<string> $files
     * @return list<string>
     */
    private static function inChapters(array $files, string $root): array
    {
        $belongs = static function (string $file) use ($root): bool {
            foreach (self::CHAPTERS as $chapter) {
                if (fnmatch("$root/php-tests/$chapter.phpt", $file, FNM_PATHNAME)) {
                    return true;
                }
            }

            return false;
        };

        return array_values(array_filter($files, $belongs));
    }
}
