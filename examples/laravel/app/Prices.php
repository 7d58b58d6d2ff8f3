<?php

declare(strict_types=1);

namespace App;

use Illuminate\Support\Facades\Cache;
use Illuminate\Support\Facades\DB;
use Illuminate\Support\Facades\Redis;
use RedisMutexLock\Laravel\MutexLock;

/** The prices of suppliers in the database of the shop, for the commands, the job and the route. */
final class Prices
{
    /** How long a supplier takes to answer, in seconds. */
    private const SLOW = 0.3;
    /** How long an import needs for its UPDATE at most, in seconds. */
    private const UPDATE = 2.0;

    /** @param list<string> $suppliers from whom nothing was imported yet */
    public function open(array $suppliers): void
    {
        touch(config('database.connections.shop.database'));
        DB::statement('DROP TABLE IF EXISTS prices');
        DB::statement('CREATE TABLE prices (supplier VARCHAR(50) PRIMARY KEY, price INT NOT NULL, fence BIGINT NOT NULL)');
        foreach ($suppliers as $supplier) {
            DB::table('prices')->insert(['supplier' => $supplier, 'price' => 0, 'fence' => 0]);
        }
        Cache::forget('prices');
    }

    /**
     * Imports the price of a supplier, however long that takes, because the lock is renewed.
     *
     * @return bool whether it was written; false: this process lost its lock, or was slower than the next import
     */
    public function import(string $supplier): bool
    {
        /** @var MutexLock $lock the facade promises Laravel's interface, which knows neither null nor these methods */
        $lock = Cache::lock("import:$supplier", null);
        $lock->onLost(static fn (string $name) => throw new \RuntimeException("The lock $name is lost, so this import ends"));

        return $lock->block(10, function () use ($lock, $supplier): bool {
            $price = $this->ask($supplier);
            if (($lock->remaining() ?? 0.0) < self::UPDATE) {
                return false;
            }
            // A process that lost the lock has an older fencing token, so its UPDATE finds no row.
            $written = DB::table('prices')->where('supplier', $supplier)->where('fence', '<', $lock->fence())
                ->update(['price' => $price, 'fence' => $lock->fence()]);
            Cache::forget('prices');

            return $written === 1;
        });
    }

    /** The list of all prices, for which one process runs the query, while the others wait for it and read the result. */
    public function show(): string
    {
        return Cache::rememberOnce('prices', 60, function (): string {
            usleep((int) (self::SLOW * 1e6));
            $rows = DB::table('prices')->orderBy('supplier')->get();
            $number = Redis::connection()->incr('prices:queries');

            return $rows->map(static fn (object $row): string => "$row->supplier $row->price")->implode(', ') . " (query $number)";
        }, wait: 10);
    }

    private function ask(string $supplier): int
    {
        usleep((int) (self::SLOW * 1e6));

        return 100 * strlen($supplier);
    }
}
