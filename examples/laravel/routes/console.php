<?php

declare(strict_types=1);

use App\FlashSale;
use App\Statistics;
use Illuminate\Support\Facades\Artisan;

Artisan::command('sale:open {codes}', function (FlashSale $sale): void {
    $sale->open((int) $this->argument('codes'));
    $this->line("{$this->argument('codes')} codes are for sale.");
})->purpose('Put so many gift codes on sale');

Artisan::command('sale:buy {customer}', function (FlashSale $sale): int {
    $code = $sale->buy($this->argument('customer'));
    $this->line($code === null ? 'sold out' : "{$this->argument('customer')}: $code");

    return $code === null ? 1 : 0;
})->purpose('Buy a gift code');

Artisan::command('statistics', function (Statistics $statistics): void {
    $this->line($statistics->show());
})->purpose('Show the slow statistics');
