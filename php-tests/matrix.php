<?php
/*
 * Keeps a row of the matrix: php -n php-tests/matrix.php ROW [ROOT]
 *
 * The row takes the place of the one of its column in docs/matrix.tsv, and of the tables in README.md and README.zh-CN.md.
 * tools/elsewhere calls it after a whole run of committed code in which nothing failed.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

(new Matrix($argv[2] ?? dirname(__DIR__)))->put($argv[1]);
