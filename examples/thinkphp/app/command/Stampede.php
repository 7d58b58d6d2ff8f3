<?php

declare(strict_types=1);

namespace app\command;

use app\Shop;
use think\Cache;
use think\console\Command;
use think\console\Input;
use think\console\Output;

require_once __DIR__ . '/../../../processes.php';

/** The cache stampede: 8 processes need the same entry, which is not in the cache. */
final class Stampede extends Command
{
    private const PROCESSES = 8;

    protected function configure(): void
    {
        $this->setName('stampede')->setDescription('A cache that everybody misses at once');
    }

    protected function execute(Input $input, Output $output): int
    {
        foreach (['stock' => "'type' => 'redis'", 'redis' => 'the driver of the package'] as $store => $driver) {
            $this->app->make(Shop::class)->open();
            at_once(self::PROCESSES, function () use ($store): void {
                $shop = Shop::afterFork($this->app);
                $this->app->make(Cache::class)->store($store)->remember('stats', $shop->slowQuery(...), 60);
            }, static fn () => null);
            $output->writeln(sprintf('queries with %s: %d', $driver, $this->app->make(Shop::class)->queries()));
        }

        return 0;
    }
}
