<?php

declare(strict_types=1);

/*
 * Makes the application for artisan, public/index.php and `make demo FRAMEWORK=laravel`: the framework, the configuration of
 * config/, the routes and commands of routes/. This file never connects.
 */

use Illuminate\Contracts\Console\Kernel as ConsoleKernel;
use Illuminate\Contracts\Debug\ExceptionHandler;
use Illuminate\Contracts\Http\Kernel as HttpKernel;
use Illuminate\Foundation\Application;

// LARAVEL_AUTOLOAD, or what Composer has installed here, or what `make demo FRAMEWORK=laravel` has unpacked.
$places = [__DIR__ . '/../vendor/autoload.php', __DIR__ . '/../../../target/laravel/demo/autoload.php'];
$autoload = getenv('LARAVEL_AUTOLOAD') ?: current(array_filter($places, is_file(...)));
if (!is_file((string) $autoload)) {
    error_log("There is no Laravel. Run 'composer install' in examples/laravel, or set LARAVEL_AUTOLOAD to an autoload file.");
    exit(2);
}
require_once $autoload;

// Composer knows these classes too, while a Laravel without Composer's files does not.
spl_autoload_register(static function (string $class): void {
    foreach (['App\\' => __DIR__ . '/../app', 'RedisMutexLock\\Laravel\\' => __DIR__ . '/../../../integrations/laravel/src'] as $prefix => $folder) {
        if (str_starts_with($class, $prefix)) {
            require $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
        }
    }
});
foreach (['task-queue', 'flash-sale', 'cache-stampede'] as $file) {
    require_once __DIR__ . "/../../$file.php";
}

// Laravel keeps here what it has found out about its packages, which another version must not read.
foreach (['PACKAGES', 'SERVICES'] as $what) {
    $_ENV["APP_{$what}_CACHE"] = sprintf('bootstrap/cache/%s-%s.php', strtolower($what), Application::VERSION);
}

$app = new Application(dirname(__DIR__));
if (method_exists($app, 'dontMergeFrameworkConfiguration')) {
    $app->dontMergeFrameworkConfiguration(); // as before Laravel 11: config/ says everything
}
$app->singleton(HttpKernel::class, Illuminate\Foundation\Http\Kernel::class);
$app->singleton(ConsoleKernel::class, Illuminate\Foundation\Console\Kernel::class);
$app->singleton(ExceptionHandler::class, Illuminate\Foundation\Exceptions\Handler::class);
$app->booted(static function () use ($app): void {
    require __DIR__ . '/../routes/web.php';
    if ($app->runningInConsole()) {
        require __DIR__ . '/../routes/console.php';
    }
});

return $app;
