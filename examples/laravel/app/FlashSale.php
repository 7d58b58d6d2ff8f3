<?php

declare(strict_types=1);

namespace App;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\Redis;

/** The flash sale of examples/flash-sale.php under a lock of Laravel, for the routes, the commands and the demo. */
final class FlashSale
{
    private readonly \Redis $redis;

    public function __construct()
    {
        $this->redis = Redis::connection()->client();
    }

    public function open(int $codes): void
    {
        open_sale($this->redis, $codes);
    }

    /** Gives a customer the next code. Returns null if all codes are sold. */
    public function buy(string $customer): ?string
    {
        return Cache::lock('gift', 20)->block(30, fn (): ?string => give_next_code($this->redis, $customer));
    }
}
