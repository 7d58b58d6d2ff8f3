<?php

declare(strict_types=1);

namespace app\command;

use app\Shop;
use Closure;
use RedisMutexLock\Think\facade\Lock;
use think\console\Command;
use think\console\Input;
use think\console\Output;

require_once __DIR__ . '/../../../processes.php';

/** The flash sale: 8 sellers give out gift codes at the same time, without a lock and with it. */
final class Sale extends Command
{
    private const SELLERS = 8;
    private const CUSTOMERS = 20;

    protected function configure(): void
    {
        $this->setName('sale')->setDescription('A flash sale without a lock and with it');
    }

    protected function execute(Input $input, Output $output): int
    {
        $sell = static fn (Shop $shop): string => $shop->nextCode();
        $locked = static fn (Shop $shop): string => Lock::synchronized('gift', $shop->nextCode(...), timeout: 60);
        $output->writeln('without a lock: ' . $this->sale($sell));
        $output->writeln('with the lock:  ' . $this->sale($locked));

        return 0;
    }

    private function sale(Closure $sell): string
    {
        $this->app->make(Shop::class)->open();
        at_once(self::SELLERS, function () use ($sell): void {
            $shop = Shop::afterFork($this->app);
            for ($i = 0; $i < self::CUSTOMERS; $i++) {
                $sell($shop);
            }
        }, static fn () => null);
        $codes = $this->app->make(Shop::class)->given();

        return sprintf('%d customers, %d different codes', count($codes), count(array_unique($codes)));
    }
}
