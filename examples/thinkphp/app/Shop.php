<?php

declare(strict_types=1);

namespace app;

use think\App;
use think\Cache;

/** A shop that gives each customer one gift code, and that has a page with slow statistics. */
final class Shop
{
    public function __construct(private readonly Cache $cache)
    {
    }

    /** A forked process needs a connection of its own for the cache, while the locks notice the fork by themselves. */
    public static function afterFork(App $app): self
    {
        $app->delete(self::class);
        $app->delete('cache');

        return $app->make(self::class);
    }

    public function open(): void
    {
        foreach (['gift:next', 'gift:given', 'stats', 'stats:queries'] as $key) {
            $this->cache->delete($key);
        }
    }

    /** Reads, works and writes, which is correct only while no other process does the same. */
    public function nextCode(): string
    {
        $next = (int) $this->cache->get('gift:next', 0);
        usleep(2000); // the order is written
        $this->cache->set('gift:next', $next + 1);
        $code = sprintf('GIFT-%04d', $next + 1);
        $this->cache->handler()->rPush('gift:given', $code);

        return $code;
    }

    /** @return list<string> */
    public function given(): array
    {
        return $this->cache->handler()->lRange('gift:given', 0, -1);
    }

    public function slowQuery(): string
    {
        $this->cache->inc('stats:queries');
        usleep(300_000);

        return 'visitors today: 4,711';
    }

    public function queries(): int
    {
        return (int) $this->cache->get('stats:queries', 0);
    }
}
