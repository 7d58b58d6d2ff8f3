<?php
/*
 * The one runner of all tests: format, lints, Rust tests, the analyser of the PHP code, the hammer, the fuzzer, phpt files, the
 * packages of two clones, and a build by phpize. `make test` calls it.
 *
 *   php -n php-tests/run.php                      everything
 *   php -n php-tests/run.php --build release      everything, and the library is built with this profile before that
 *   php -n php-tests/run.php --rust               format, lints, Rust tests, the analyser of the PHP code
 *   php -n php-tests/run.php --load               the hammer, the fuzzer, the packages of two clones, a build by phpize
 *   php -n php-tests/run.php php-tests/x.phpt …   these phpt files only
 *   php -n php-tests/run.php --plain php-tests/x.phpt …   these, in the plain pass only; --tls: in the TLS pass only
 *
 * Many tests can run over TLS as well, and each run repeats a tenth of them in this way, chosen by a seed which it prints.
 * `TLS_PASS=1234 php -n php-tests/run.php` repeats the choice of the seed 1234, and `TLS_PASS=all` repeats all of them, as
 * before a release. The tests that are named on the command line, and those of `--tls`, all run over TLS.
 *
 * `LEFT_OUT=FILE` leaves out the phpt files whose paths are in FILE, a line each, and prints their number. A machine on which
 * a test cannot run needs it, because a skipped test counts as a failure.
 *
 * `WORKERS_PER_CORE=1` runs fewer phpt files at a time, for a machine or a PHP that is slow.
 *
 * The last line is `N passed, N failed, N skipped`. The exit status is 0 only if nothing failed and nothing was skipped.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

$began = hrtime(true);
$arguments = array_slice($argv, 1);
$root = dirname(__DIR__);
$paths = array_map(static fn (string $path): string => realpath($path) ?: $path, $arguments);
chdir($root);

Cleanup::whenInterrupted();

$tally = new Tally();

$judge = static fn (string $what, int $code) => $code === 0 ? $tally->passed() : $tally->failed($what);

$rust = static function () use ($tally, $root, $judge): void {
    $redis = RedisServer::start();
    $env = $redis->environment();
    $dir = new TempDir();
    $analyse = Command::aside(['nice', '-n', '19', 'sh', "$root/tools/analyse"], $dir->file('analyse'));
    $cargo = new CargoStep($tally);
    $cargo->check('fmt', '--check');
    $cargo->check('clippy', '--all-targets', '--locked', '--', '-D', 'warnings');
    $cargo->check('clippy', '--all-targets', '--locked', '--features', 'shuttle', '--', '-D', 'warnings');
    $tests = $cargo->testAside($dir->file('tests'), $env);
    // The renewing thread again, under thousands of schedules: they are built while the tests above run. Without optimisation
    // they take five seconds more, and their build takes forty seconds less.
    $cargo->test($env, '--profile', 'dev', '--features', 'shuttle', '--lib', 'schedules');
    $tests();
    echo "== tools/analyse\n";
    $judge('tools/analyse', $analyse());
    $redis->stop();
};

$phpt = static function (array $paths, bool $plain = true, bool $tls = true) use ($tally, $root): void {
    $redis = RedisServer::start();
    (new PhptStep($tally, $root))->run($paths, $redis->environment(), $plain, $tls);
    $redis->stop();
};

$load = static function () use ($root, $judge): void {
    $hammer = [PHP_BINARY, '-n', "$root/php-tests/hammer.php"];
    $dir = new TempDir();
    $follow = [];
    foreach (['sentinel', 'cluster', 'quorum'] as $target) {
        $command = [...$hammer, '20', (string) random_int(1, 999_999_999), $target];
        $follow["hammer $target"] = Command::aside($command, $dir->file($target));
    }
    // The same rounds each time. php-tests/fuzz.php without a seed plays random ones.
    $fuzz = [PHP_BINARY, '-n', "$root/php-tests/fuzz.php", '--seconds=10', '--seed=20261122'];
    $follow['fuzz'] = Command::aside($fuzz, $dir->file('fuzz'));
    // Three more builds, which need nobody's answer in time.
    foreach (['two clones' => 'two-clones', 'phpize' => 'phpize-in-a-clone'] as $name => $script) {
        $follow[$name] = Command::aside(['nice', '-n', '19', PHP_BINARY, '-n', "$root/php-tests/$script.php"], $dir->file($script));
    }
    echo "== hammer\n";
    $judge('hammer', Command::show($hammer)->code);
    foreach ($follow as $name => $end) {
        echo "== $name\n";
        $judge($name, $end());
    }
};

// What computes runs at once. The phpt files begin when it is over, because beside a compiler a process that is killed, or
// whose turn has come, may have to wait for many seconds, which no test can tell from a fault.
$everything = static function (?string $profile = null) use ($tally, $root, $rust, $phpt): void {
    if ($profile !== null && !(new CargoStep($tally))->check('build', '--profile', $profile, '--locked')) {
        return;
    }
    $dir = new TempDir();
    $follow = Command::aside([PHP_BINARY, '-n', __FILE__, '--load', $dir->file('tally')], $dir->file('output'));
    $rust();
    $tally->add($dir->file('tally'), 'the hammer, the fuzzer and the builds in clones', $follow());
    $phpt(["$root/php-tests"]);
};

try {
    match ($arguments[0] ?? '') {
        '' => $everything(),
        '--build' => $everything($arguments[1]),
        '--rust' => $rust(),
        '--load' => $load(),
        '--plain' => $phpt(array_slice($paths, 1), tls: false),
        '--tls' => $phpt(array_slice($paths, 1), plain: false),
        default => $phpt($paths),
    };
} catch (\Throwable $problem) {
    echo "$problem\n";
    $tally->failed('the runner: ' . $problem->getMessage());
}

if (($arguments[0] ?? '') === '--load' && isset($arguments[1])) {
    // The process that has begun it prints the sum.
    $tally->save($arguments[1]);
} else {
    printf("\n%.0f s\n", (hrtime(true) - $began) / 1e9);
    $tally->print();
}
exit($tally->good() ? 0 : 1);
