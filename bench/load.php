<?php

declare(strict_types=1);

// Loads the benchmark without its parts. Used by run.php, and by the tests of the pages.

require_once __DIR__ . '/../php-tests/lib/autoload.php';
require_once __DIR__ . '/../examples/private-redis.php';
require_once __DIR__ . '/../examples/sent-commands.php';
foreach ([
    'measure' => ['cannot-run', 'cpus', 'statistics', 'figure', 'results', 'trust', 'targets', 'rounds', 'wire', 'run'],
    'contestants' => ['contestants', 'libraries', 'waiting-locks'],
    'waiting' => ['contention', 'arrival-order', 'arrivals', 'queues', 'crew', 'turns', 'scenes'],
    'plots' => ['svg', 'log-plot', 'bars', 'lanes-plot'],
    'page' => ['speed-page', 'write-pages'],
    'parts' => ['parts'],
] as $folder => $files) {
    foreach ($files as $file) {
        require_once __DIR__ . "/$folder/$file.php";
    }
}
