--TEST--
Laravel: Laravel finds the provider by composer.json, and the provider offers no more than it must
--FILE--
<?php
use Illuminate\Filesystem\Filesystem;
use Illuminate\Foundation\PackageManifest;
use RedisMutexLock\Laravel\MutexServiceProvider;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\TempDir;

Laravels::each(static function (Laravel $laravel): void {
    $package = json_decode(file_get_contents(__DIR__ . '/../../../integrations/laravel/composer.json'), true, 16, JSON_THROW_ON_ERROR);
    Check::same(['RedisMutexLock\\Laravel\\' => 'src/'], $package['autoload']['psr-4'], 'the namespace');
    $dir = new TempDir();
    mkdir($dir->file('vendor/composer'), recursive: true);
    mkdir($dir->file('bootstrap/cache'), recursive: true);
    file_put_contents($dir->file('vendor/composer/installed.json'), json_encode(['packages' => [['version' => '1.0.0'] + $package]]));
    $manifest = new PackageManifest(new Filesystem(), $dir->path, $dir->file('bootstrap/cache/packages.php'));
    Check::same([MutexServiceProvider::class], $manifest->providers(), 'the providers');

    // The version of this Laravel is one of those that the package allows.
    foreach (['illuminate/cache', 'illuminate/console', 'illuminate/redis'] as $name) {
        $majors = array_map(intval(...), explode('^', strtr($package['require'][$name], [' ' => '', '|' => ''])));
        Check::true(in_array($laravel->version(), $majors, true), "$name allows {$laravel->version()}");
    }
    $kernel = $laravel->app->make(\Illuminate\Contracts\Console\Kernel::class);
    Check::same(['lock:check', 'lock:list', 'lock:release'], array_values(array_filter(
        array_keys($kernel->all()),
        static fn (string $name): bool => str_starts_with($name, 'lock:'),
    )), 'the commands');
});

echo 'done';
?>
--EXPECT--
done
