<?php
/*
 * The builder of Cache::funnel() for the versions of Laravel without such a method. Class and exception are those of Redis::funnel(),
 * which all versions have. Funnel makes it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Limiters;

use Illuminate\Contracts\Redis\LimiterTimeoutException;
use Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder;

final class RedisFunnelBuilder extends ConcurrencyLimiterBuilder
{
    use BuildsFunnel;

    private static function timeoutException(): string
    {
        return LimiterTimeoutException::class;
    }
}
