<?php
/*
 * The option --store of the commands CheckLocks, ListLocks and ReleaseLock, and what they say when they fail.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Closure;
use Exception;
use Illuminate\Console\Command;
use RedisMutexLock\Laravel\MutexStore;
use ValueError;

/** @require-extends Command */
trait FindsStore
{
    /**
     * Calls $work with the store, and returns the exit status, which is $failed if there is no such store or nothing can be asked.
     *
     * @param Closure(MutexStore): int $work
     */
    private function withStore(Closure $work, int $failed = 1): int
    {
        try {
            $cache = $this->laravel->make('cache');
            $name = $this->option('store') ?? $cache->getDefaultDriver();
            $store = $cache->store($name)->getStore();
            if ($store instanceof MutexStore) {
                return $work($store);
            }
            $this->error('The store [' . Cell::text($name) . '] does not use the driver redis-mutex.');
        } catch (Exception|ValueError $e) {
            // Symfony would print the message as it is, although the arguments of the command and a server's words may be in it.
            $this->error(Cell::text($e->getMessage()));
        }

        return $failed;
    }
}
