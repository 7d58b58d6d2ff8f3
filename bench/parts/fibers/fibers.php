<?php

declare(strict_types=1);

require_once __DIR__ . '/../pairs/work.php';

/** What waits cost that suspend fibers: a hand-over, a pair that nobody disturbs, and many fibers that wait. */
function measure_fibers(Run $run): void
{
    $server = $run->redis();
    try {
        measure_fiber_hand_overs($run, $server);
        measure_many_fibers($run, $server);
    } finally {
        $server->stop();
    }
    measure_fiber_pairs($run);
}
