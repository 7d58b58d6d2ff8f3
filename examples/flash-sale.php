<?php

declare(strict_types=1);

/**
 * Opens the sale: as many gift codes as users, and all users wait in the queue.
 *
 * @return array<string, float> user => ticket, the moment of arrival
 */
function open_sale(Redis $redis, TaskQueue $queue, int $users): array
{
    $redis->flushDb();
    $tickets = [];
    for ($i = 1; $i <= $users; $i++) {
        $redis->rPush('gift:codes', sprintf('GIFT-%04d', $i));
        $user = sprintf('user-%04d', $i);
        $tickets[$user] = microtime(true);
        $queue->enqueue($user, $tickets[$user]);
    }

    return $tickets;
}

/** One worker of the shop: takes the first eight users out of the queue and serves one after another. */
function serve_queue(Redis $redis, TaskQueue $queue, ArticleLock|RedisMutexLock $lock): void
{
    while ($waiting = $queue->pop(8)) {                // user => ticket
        try {
            foreach ($waiting as $user => $ticket) {
                if (!$lock->lock('gift', timeout: 30, expire: 20)) {
                    break;
                }
                try {
                    give_next_code($redis, $user);
                } finally {
                    $lock->unlock('gift');
                }
                unset($waiting[$user]);
            }
        } finally {
            // Users without a code go back to their places: after false, and after an exception too.
            foreach ($waiting as $user => $ticket) {
                $queue->enqueue($user, $ticket);
            }
        }
    }
}

/** Read, work, write: correct only if no other process does the same meanwhile. */
function give_next_code(Redis $redis, string $user): void
{
    $next = (int) $redis->get('gift:next');
    $code = $redis->lIndex('gift:codes', $next);
    usleep(2_000); // the order is written
    $redis->set('gift:next', $next + 1);
    $redis->hSet('gift:given', $user, $code);
}

/** @return array{served: int, duplicates: int, users: int} users with a code; codes given more than once, and to how many users */
function audit_sale(Redis $redis): array
{
    $given = $redis->hVals('gift:given');
    $duplicates = array_filter(array_count_values($given), static fn (int $times) => $times > 1);

    return ['served' => count($given), 'duplicates' => count($duplicates), 'users' => array_sum($duplicates)];
}
