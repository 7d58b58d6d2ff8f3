<?php
/*
 * The option --store of both commands. Used by ListLocks and ReleaseLock.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Illuminate\Console\Command;
use RedisMutexLock\Laravel\MutexStore;

/** @require-extends Command */
trait FindsStore
{
    /** Null: the store has another driver, and the command has said so. */
    private function findStore(): ?MutexStore
    {
        $cache = $this->laravel->make('cache');
        $name = $this->option('store') ?? $cache->getDefaultDriver();
        $store = $cache->store($name)->getStore();
        if ($store instanceof MutexStore) {
            return $store;
        }
        $this->error("The store [$name] does not use the driver redis-mutex.");

        return null;
    }
}
