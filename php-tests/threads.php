<?php
/*
 * The tests of PHP with threads: several threads of one process run requests at the same time. They need a PHP with threads
 * and libphp, which `tools/elsewhere threads` builds and runs them with. `make test` does not have such a PHP.
 *
 *   php -n php-tests/threads.php              all files in php-tests/threads
 *   php -n php-tests/threads.php FILE …       these
 *
 * The last line is `N passed, N failed, N skipped`.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
$files = array_slice($argv, 1) ?: glob(__DIR__ . '/threads/*.php');
$tally = new Tally();
// A test sees the host and nothing else of this file.
$run = static fn (ThreadHost $host, string $file) => require realpath($file);
foreach ($files as $file) {
    $name = basename($file, '.php');
    try {
        $run(new ThreadHost(), $file);
        $tally->passed();
        echo "PASS $name\n";
    } catch (\Throwable $problem) {
        $tally->failed("threads/$name");
        echo "FAIL $name\n$problem\n";
    }
}
$tally->print();
exit($tally->good() ? 0 : 1);
