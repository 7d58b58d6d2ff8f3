<?php
/*
 * The cache of a store with the driver redis-mutex, which is Laravel's own but for funnel(). Newer versions of Laravel have a method
 * of this name, so no macro can take its place. MutexServiceProvider makes it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Illuminate\Cache\Repository;
use RedisMutexLock\Laravel\Limiters\CacheFunnelBuilder;
use RedisMutexLock\Laravel\Limiters\Funnel;
use RedisMutexLock\Laravel\Limiters\RedisFunnelBuilder;

final class MutexRepository extends Repository
{
    /** Returns the same cache with this class. */
    public static function of(Repository $made): self
    {
        $cache = new self($made->getStore());
        // Each version keeps other things there.
        foreach (get_object_vars($made) as $name => $value) {
            $cache->{(string) $name} = $value;
        }

        return $cache;
    }

    /**
     * Limits how many processes run a callback at the same time, by a queue in which the first one is served first.
     *
     * @param \UnitEnum|string $name
     * @return CacheFunnelBuilder|RedisFunnelBuilder
     */
    public function funnel($name)
    {
        return Funnel::builder($this, $name);
    }
}
