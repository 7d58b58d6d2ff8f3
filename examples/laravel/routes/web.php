<?php

declare(strict_types=1);

use App\FlashSale;
use App\Prices;
use App\Statistics;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Route;

Route::get('/buy/{customer}', static function (string $customer, FlashSale $sale) {
    $code = $sale->buy($customer);

    return new Response($code === null ? "sold out\n" : "$customer: $code\n", $code === null ? 410 : 200);
});
Route::get('/statistics', static fn (Statistics $statistics) => new Response($statistics->show() . "\n"));
Route::get('/prices', static fn (Prices $prices) => new Response($prices->show() . "\n"));
Route::fallback(static fn () => new Response("There are /buy/CUSTOMER, /statistics and /prices.\n", 404));
