<?php
/*
 * Which tests run twice: in the plain pass, and in the TLS pass, where everything that leads the extension to Redis leads it
 * there over TLS. Used by PhptStep.
 */

declare(strict_types=1);

namespace Tests;

final class TlsPass
{
    private const UNIX = 'a Unix socket has no TLS';
    private const BOTH = 'it chooses TLS or not by itself';
    private const NO_SERVER = 'it asks no server';

    /** The chapters about what a connection has to bear. */
    private const CHAPTERS = ['faults/*', 'renewal/*', 'waiting/*', 'life/fork-*', 'sentinel/*', 'cluster/*'];

    /** The tests of these chapters that run in the plain pass only, and why. */
    private const PLAIN = [
        'cluster/a-database-other-than-0-is-refused' => self::NO_SERVER,
        'cluster/redirects-to-ever-new-addresses-take-few-descriptors' => 'no certificate has its addresses',
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
        'sentinel/a-sentinel-of-another-ca-is-refused' => self::BOTH,
        'sentinel/sentinels-and-master-may-differ-in-tls' => self::BOTH,
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

    /**
     * What the runner prints: how many tests run over TLS, and why others of these chapters do not.
     *
     * @param list<string> $files
     */
    public static function report(array $files, string $root): string
    {
        $left = array_diff(self::inChapters($files, $root), $tls = self::of($files, $root));
        $text = sprintf("%d of %d tests run over TLS too\n", count($tls), count($files));
        foreach ($left as $file) {
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
