<?php

declare(strict_types=1);

namespace App;

use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Queue\InteractsWithQueue;
use RedisMutexLock\Laravel\WithoutOverlapping;

/** The job that imports the prices of a supplier, which `prices:queue` dispatches. */
final class ImportPrices implements ShouldBeUnique, ShouldQueue
{
    use Dispatchable;
    use InteractsWithQueue;
    use Queueable;

    /** One attempt is enough, because a job that waits in line uses up none. */
    public int $tries = 1;
    /** The 30 s in line and the import, and less than the `retry_after` of config/queue.php. */
    public int $timeout = 60;

    public function __construct(private string $supplier)
    {
    }

    /** A supplier whose import is queued is not queued again. The lock of that ends with `unique_for` of config/cache.php. */
    public function uniqueId(): string
    {
        return $this->supplier;
    }

    /** The workers share one line to the suppliers, so these jobs run one after the other. */
    public function middleware(): array
    {
        return [(new WithoutOverlapping('suppliers'))->block(30)];
    }

    public function handle(Prices $prices): void
    {
        $prices->import($this->supplier);
    }
}
