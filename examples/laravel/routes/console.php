<?php

declare(strict_types=1);

use App\FlashSale;
use App\ImportPrices;
use App\Prices;
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

Artisan::command('prices:open {suppliers*}', function (Prices $prices): void {
    $prices->open($this->argument('suppliers'));
})->purpose('Make a table for the prices of these suppliers');

Artisan::command('prices:import {supplier}', function (Prices $prices): int {
    $written = $prices->import($this->argument('supplier'));
    $this->line($written ? 'written' : 'too late');

    return $written ? 0 : 1;
})->purpose('Import the price of a supplier');

Artisan::command('prices:queue {suppliers*}', function (): void {
    array_map(ImportPrices::dispatch(...), $this->argument('suppliers'));
})->purpose('Give the imports of these suppliers to the queue');

Artisan::command('prices', function (Prices $prices): void {
    $this->line($prices->show());
})->purpose('Show the prices');
