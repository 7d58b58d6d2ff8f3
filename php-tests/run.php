<?php
/*
 * The one runner of all tests: format, lints, Rust tests, the hammer, the fuzzer, phpt files. `make test` calls it after
 * a build.
 *
 *   php -n php-tests/run.php                      everything
 *   php -n php-tests/run.php php-tests/x.phpt …   these phpt files only
 *
 * The last line is `N passed, N failed, N skipped`; the exit status is 0 only if nothing failed and
 * nothing was skipped.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

$began = hrtime(true);
$paths = array_map(
    static fn (string $path): string => realpath($path) ?: $path,
    array_slice($argv, 1),
);
$root = dirname(__DIR__);
chdir($root);

Cleanup::whenInterrupted();

$tally = new Tally();
try {
    $redis = RedisServer::start();
    $env = $redis->environment();
    if ($paths === []) {
        $cargo = new CargoStep($tally);
        $cargo->check('fmt', '--check');
        $cargo->check('clippy', '--all-targets', '--locked', '--', '-D', 'warnings');
        $cargo->test($env);
        // The renewing thread again, under thousands of schedules.
        $cargo->check('clippy', '--all-targets', '--locked', '--features', 'shuttle', '--', '-D', 'warnings');
        $cargo->test($env, '--features', 'shuttle', '--lib', 'renewer');
        echo "== hammer\n";
        $hammer = Command::show([PHP_BINARY, '-n', "$root/php-tests/hammer.php"]);
        $hammer->code === 0 ? $tally->passed() : $tally->failed('hammer');
        echo "== fuzz\n";
        // The same rounds each time: what a random seed finds is for whoever runs php-tests/fuzz.php by hand.
        $fuzz = Command::show([PHP_BINARY, '-n', "$root/php-tests/fuzz.php", '--seconds=10', '--seed=20261122']);
        $fuzz->code === 0 ? $tally->passed() : $tally->failed('fuzz');
    }
    (new PhptStep($tally, $root))->run($paths ?: ["$root/php-tests"], $env);
    $redis->stop();
} catch (\Throwable $problem) {
    echo "$problem\n";
    $tally->failed('the runner: ' . $problem->getMessage());
}

printf("\n%.0f s\n", (hrtime(true) - $began) / 1e9);
$tally->print();
exit($tally->good() ? 0 : 1);
