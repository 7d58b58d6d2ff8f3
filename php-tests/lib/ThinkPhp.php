<?php
/*
 * A process with a ThinkPHP application that has the package integrations/think, installed as Composer does it: services and
 * configuration by the package's composer.json. THINKPHP_AUTOLOAD names the autoload file of a real ThinkPHP; without it
 * there is the stand-in of lib/think. Used by php-tests/integrations/think.
 */

declare(strict_types=1);

namespace Tests;

use RedisMutexLock\Think\cache\Redis as OurRedis;
use think\App;

final class ThinkPhp
{
    public const PACKAGE = __DIR__ . '/../../integrations/think';
    /** What a real ThinkPHP needs too; the stand-in needs `redis`. */
    public const MODULES = ['redis', 'mbstring', 'ctype', 'pdo', 'posix', 'pcntl'];

    private const STAND_IN = __DIR__ . '/think/autoload.php';

    /** The root of the application of this process. */
    private static ?TempDir $root = null;

    /**
     * Starts $code in a process, where $app is an application. Its cache is `redis`, the driver of the package; the store
     * `stock` is that of ThinkPHP.
     *
     * @param array<string, array<string, mixed>> $config for config/lock.php and the like, over what is there already
     * @param list<string|int|float> $args the script's $argv[2], $argv[3], …
     */
    public static function run(string $code, array $config = [], array $args = []): Worker
    {
        return Worker::run(
            '$app = Tests\ThinkPhp::boot(unserialize($argv[1]));' . "\n$code",
            [serialize($config), ...$args],
            RedisServer::shared()->environment(),
            modules: self::MODULES,
        );
    }

    /**
     * Runs a command of the console, as `php think $tokens` does.
     *
     * @param list<string> $tokens
     * @param array<string, array<string, mixed>> $config
     */
    public static function console(array $tokens, array $config = []): Worker
    {
        return self::run('$_SERVER["argv"] = ["think", ...array_slice($argv, 2)]; $app->console->run();', $config, $tokens);
    }

    /** @param array<string, array<string, mixed>> $config */
    public static function boot(array $config): App
    {
        self::autoload();
        self::$root = new TempDir();
        $root = self::$root->path;
        $think = json_decode(file_get_contents(self::PACKAGE . '/composer.json'), true)['extra']['think'];
        $files = self::files();
        foreach ($think['config'] as $name => $file) {
            $files[$name] = require self::PACKAGE . "/$file";
        }
        mkdir("$root/config");
        foreach (array_replace_recursive($files, $config) as $name => $content) {
            file_put_contents("$root/config/$name.php", '<?php return ' . var_export($content, true) . ';');
        }
        mkdir("$root/vendor");
        file_put_contents("$root/vendor/services.php", '<?php return ' . var_export($think['services'], true) . ';');

        return (new App($root))->initialize();
    }

    /** Loads ThinkPHP and the package, and the classes app\… of the folder $app. */
    public static function autoload(?string $app = null): void
    {
        require_once self::framework();
        // Last, for the classes of the queue that a real ThinkPHP may not have.
        require_once self::STAND_IN;
        $folders = array_filter(['RedisMutexLock\\Think\\' => self::PACKAGE . '/src', 'app\\' => $app]);
        spl_autoload_register(static function (string $class) use ($folders): void {
            foreach ($folders as $prefix => $folder) {
                $file = $folder . '/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
                if (str_starts_with($class, $prefix) && is_file($file)) {
                    require $file;
                }
            }
        });
    }

    /** The autoload file of ThinkPHP. A path that is not absolute begins at the root of this project. */
    public static function framework(): string
    {
        $file = getenv('THINKPHP_AUTOLOAD') ?: self::STAND_IN;

        return $file[0] === '/' ? $file : dirname(__DIR__, 2) . "/$file";
    }

    /** @return array<string, array<string, mixed>> */
    private static function files(): array
    {
        $server = ['host' => '127.0.0.1', 'port' => RedisServer::shared()->plainPort, 'password' => '', 'select' => 0];

        return [
            'app' => ['default_timezone' => 'UTC', 'show_error_msg' => true],
            'cache' => ['default' => 'redis', 'stores' => [
                'redis' => ['type' => OurRedis::class] + $server,
                'stock' => ['type' => 'redis'] + $server,
                'file' => ['type' => 'File'],
            ]],
            'session' => ['name' => 'PHPSESSID', 'type' => 'cache', 'store' => 'redis', 'prefix' => 'session-of:', 'expire' => 600],
            'log' => ['default' => 'file', 'channels' => ['file' => ['type' => 'File']]],
        ];
    }
}
