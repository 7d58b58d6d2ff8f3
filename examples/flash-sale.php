<?php

declare(strict_types=1);

/** Seconds that it takes to write an order. */
const ORDER_SECONDS = 0.002;

/** Opens the sale with this number of gift codes. */
function open_sale(Redis $redis, int $codes): void
{
    $redis->del('gift:codes', 'gift:next', 'gift:given');
    for ($i = 1; $i <= $codes; $i++) {
        $redis->rPush('gift:codes', sprintf('GIFT-%04d', $i));
    }
}

/** Puts this number of customers into the queue. */
function line_up(TaskQueue $queue, int $customers): void
{
    for ($i = 1; $i <= $customers; $i++) {
        $queue->enqueue(sprintf('customer-%04d', $i), microtime(true));
    }
}

/** The work of one seller, which several processes do at the same time. */
function serve_queue(Redis $redis, TaskQueue $queue, ArticleLock|RedisMutexLock $lock): void
{
    while ($queue->length() > 0) {
        if (!$lock->lock('gift', timeout: 30, expire: 20)) {
            continue; // another seller holds the lock: the customers still wait in the queue
        }
        try {
            foreach ($queue->pop(1) as $customer) {
                give_next_code($redis, $customer);
            }
        } finally {
            $lock->unlock('gift');
        }
    }
}

/**
 * Reads, works and writes, which is correct only while no other process does the same. Returns null if all codes are sold.
 *
 * @param ?callable(float): void $write writes the order, which takes so many seconds
 */
function give_next_code(Redis $redis, string $customer, ?callable $write = null): ?string
{
    $next = (int) $redis->get('gift:next');
    $code = $redis->lIndex('gift:codes', $next);
    if ($code === false) {
        return null;
    }
    $write === null ? usleep((int) (ORDER_SECONDS * 1e6)) : $write(ORDER_SECONDS); // the order is written
    $redis->set('gift:next', $next + 1);
    $redis->hSet('gift:given', $customer, $code);

    return $code;
}

/** @return array{served: int, sharing: int} customers with a code; customers whose code another one has too */
function audit_sale(Redis $redis): array
{
    /** @var list<string> $given */
    $given = $redis->hVals('gift:given');
    $shared = array_filter(array_count_values($given), static fn (int $times) => $times > 1);

    return ['served' => count($given), 'sharing' => array_sum($shared)];
}
