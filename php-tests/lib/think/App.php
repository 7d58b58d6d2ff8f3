<?php
/*
 * Stand-in: an application. It reads config/*.php, app/service.php and vendor/services.php below its root, and registers and
 * boots their services.
 */

declare(strict_types=1);

namespace think;

class App extends Container
{
    private readonly string $root;
    private bool $initialized = false;
    /** @var list<Service> */
    private array $services = [];

    protected array $bind = [
        'app' => self::class,
        'cache' => Cache::class,
        'config' => Config::class,
        'console' => Console::class,
        'cookie' => Cookie::class,
        'event' => Event::class,
        'http' => Http::class,
        'log' => Log::class,
        'middleware' => Middleware::class,
        'request' => Request::class,
        'route' => Route::class,
        'session' => Session::class,
    ];

    public function __construct(string $rootPath)
    {
        $this->root = rtrim($rootPath, '/') . '/';
        self::setInstance($this);
        $this->instance('app', $this);
        $this->instance(Container::class, $this);
    }

    public function getRootPath(): string
    {
        return $this->root;
    }

    public function initialized(): bool
    {
        return $this->initialized;
    }

    public function initialize(): static
    {
        $this->initialized = true;
        foreach (glob("{$this->root}config/*.php") as $file) {
            $this->config->set(include $file, basename($file, '.php'));
        }
        foreach (['app/service.php', 'vendor/services.php'] as $list) {
            foreach (is_file($this->root . $list) ? include $this->root . $list : [] as $service) {
                $this->register($service);
            }
        }
        foreach ($this->services as $service) {
            method_exists($service, 'boot') && $this->invoke([$service, 'boot']);
        }

        return $this;
    }

    public function register(Service|string $service): void
    {
        foreach ($this->services as $registered) {
            if ($registered instanceof $service) {
                return;
            }
        }
        $service = is_string($service) ? new $service($this) : $service;
        method_exists($service, 'register') && $service->register();
        $this->services[] = $service;
    }
}
