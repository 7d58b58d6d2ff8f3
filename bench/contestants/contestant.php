<?php

declare(strict_types=1);

/**
 * One contestant is one process. It warms up, prints "ready", waits for a line, runs, and prints how many pairs of lock
 * and unlock it did, and in how many seconds.
 *
 * @param callable(float): int $run does pairs for so many seconds and counts them
 */
function compete(callable $run, float $warmUp, float $seconds): void
{
    $run($warmUp);
    echo "ready\n";
    if (fgets(STDIN) === false) {
        exit(1); // the parent has ended
    }
    $start = hrtime(true);
    $pairs = $run($seconds);
    printf("%d %.6f\n", $pairs, (hrtime(true) - $start) / 1e9);
}
