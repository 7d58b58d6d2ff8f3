<?php
/*
 * The one runner of all tests: format, lints, Rust tests, phpt files. `make test` calls it after a build.
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

// An interrupted run ends as any other: with its server stopped.
pcntl_async_signals(true);
foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
    pcntl_signal($signal, static fn (int $number) => exit(128 + $number));
}

$tally = new Tally();
try {
    $redis = RedisServer::start();
    $env = $redis->environment();
    if ($paths === []) {
        $cargo = new CargoStep($tally);
        $cargo->check('fmt', '--check');
        $cargo->check('clippy', '--all-targets', '--locked', '--', '-D', 'warnings');
        $cargo->test($env);
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
