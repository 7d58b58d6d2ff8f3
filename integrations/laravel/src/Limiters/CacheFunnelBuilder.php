<?php
/*
 * The builder of Cache::funnel() where Laravel has such a method itself, so it is of Laravel's class and throws Laravel's exception.
 * Funnel makes it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Limiters;

use Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder;
use Illuminate\Cache\Limiters\LimiterTimeoutException;

final class CacheFunnelBuilder extends ConcurrencyLimiterBuilder
{
    use BuildsFunnel;

    private static function timeoutException(): string
    {
        return LimiterTimeoutException::class;
    }
}
