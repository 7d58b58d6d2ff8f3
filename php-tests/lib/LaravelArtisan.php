<?php
/*
 * A folder with the file `artisan` of a small Laravel application, whose cron is the test: every command is a process of its
 * own, and the scheduler starts the same file for its events. The PHP of these processes loads the extension under test. The
 * script `work` in the folder is what an event may run: it writes its process id, and ends when the test says so. Used by
 * php-tests/integrations/laravel.
 */

declare(strict_types=1);

namespace Tests;

use Illuminate\Console\Scheduling\CacheEventMutex;
use Illuminate\Console\Scheduling\ScheduleClearCacheCommand;
use Illuminate\Console\Scheduling\ScheduleFinishCommand;
use Illuminate\Contracts\Console\Kernel;
use Illuminate\Foundation\Bootstrap\HandleExceptions;
use RedisMutexLock\Laravel\Console\EventNames;
use RedisMutexLock\Laravel\MutexStore;
use Symfony\Component\Console\Input\ArgvInput;
use Symfony\Component\Console\Output\ConsoleOutput;

final class LaravelArtisan
{
    /** The settings of a store whose locks the scheduler uses, with a short lease, so that a test need not wait long. */
    public const SCHEDULER = ['cache.stores.mutex.mutex' => ['lease' => self::LEASE, 'scheduler' => true]];
    public const LEASE = 6;

    private readonly TempDir $dir;
    /** @var resource the pipe that `work` reads. The test holds both ends, so it never waits for a reader. */
    private $go;
    /** The store of the locks of events. */
    public readonly MutexStore $store;

    /**
     * @param string $events PHP code that adds events to $schedule, with the folder in $dir
     * @param array<string, mixed> $config by dotted keys: what differs from the application of the test
     * @param string $instead shell code that the PHP of the scheduler's processes runs first
     */
    public function __construct(
        private readonly Laravel $laravel,
        private readonly string $events,
        array $config = self::SCHEDULER,
        string $instead = '',
    ) {
        $this->dir = new TempDir();
        $this->store = $laravel->again($config + self::SCHEDULER)->cache('mutex')->getStore()->ofEvents(CacheEventMutex::class);
        posix_mkfifo($this->dir->file('go'), 0600);
        // No event inherits it, so the end of the test ends them all.
        $this->go = fopen($this->dir->file('go'), 'r+e');
        $this->program('work', 'cd ' . escapeshellarg($this->dir->path) . '; echo $$ >> said; read line < go');
        $php = implode(' ', array_map(escapeshellarg(...), self::php()));
        // Laravel asks for the PHP of its commands in this way too.
        $this->program('php', "$instead\nexec $php \"\$@\"");
        $this->deploy($config);
    }

    /**
     * Gives the processes that begin from now on another configuration.
     *
     * @param array<string, mixed> $config by dotted keys
     */
    public function deploy(array $config): void
    {
        $config = base64_encode(serialize($config + ['cache.prefix' => $this->laravel->prefix]));
        $new = $this->dir->file('artisan.new');
        file_put_contents($new, '<?php
            require_once ' . var_export(__DIR__ . '/autoload.php', true) . ";
            \$laravel = Tests\\Laravel::boot(unserialize(base64_decode('$config')));
            \$dir = " . var_export($this->dir->path, true) . ';
            $schedule = Tests\LaravelArtisan::schedule($laravel);
            ' . $this->events . '
            exit(Tests\LaravelArtisan::run($laravel));');
        rename($new, $this->dir->file('artisan'));
    }

    /** What the commands have printed, and what they have logged. */
    public function log(): string
    {
        return $this->dir->read('log');
    }

    /** The path of a file in the folder. */
    public function file(string $name): string
    {
        return $this->dir->file($name);
    }

    /** Puts a program of the shell into the folder. */
    public function program(string $name, string $code): void
    {
        ShellScript::write($this->dir->file($name), $code);
    }

    /**
     * Puts a stand-in for sudo into the folder, which takes the owner token out of the environment, and returns the environment
     * in which it is found.
     *
     * @param string $code what it runs, with `$out` before the program
     * @return array<string, string>
     */
    public function sudo(string $code = 'shift 3; exec $out "$@"'): array
    {
        $this->program('sudo', "out='env -u REDIS_MUTEX_LOCK_EVENT'\n$code");

        return ['PATH' => $this->dir->path . ':' . getenv('PATH')];
    }

    /**
     * Starts a command of artisan as cron does.
     *
     * @param list<string> $arguments
     * @param array<string, string> $environment
     */
    public function start(array $arguments, array $environment = []): Process
    {
        // The file php.ini-production has this order too.
        $php = [...self::php(), '-d', 'variables_order=GPCS'];

        return new Process(
            [...$php, $this->dir->file('artisan'), ...$arguments],
            $this->dir->file('log'),
            $environment + ['PHP_BINARY' => $this->dir->file('php')],
        );
    }

    /** Runs a command of artisan to its end, and returns what it printed, also what was logged. */
    public function call(string ...$arguments): string
    {
        file_put_contents($this->dir->file('log'), '');
        $code = $this->start($arguments)->wait(60);
        $printed = $this->log();
        if ($code !== 0) {
            throw new Failure('artisan ' . implode(' ', $arguments) . ' ended with ' . var_export($code, true) . ":\n$printed");
        }

        return $printed;
    }

    /**
     * The process ids of the runs of `work` so far, which must be this many.
     *
     * @return list<int>
     */
    public function runs(int $count): array
    {
        $runs = fn (): array => array_map(intval(...), array_filter(explode("\n", $this->dir->read('said'))));
        Check::eventually(static fn (): bool => count($runs()) >= $count, 60, "run $count of the event: {$this->log()}");
        Check::same($count, count($runs()), 'runs of the event');

        return $runs();
    }

    /** Lets one process of `work` end. */
    public function end(): void
    {
        fwrite($this->go, "\n");
    }

    /** The name of the one lock of an event that is held, beside the marks of `onOneServer()`. */
    public function name(): string
    {
        $found = array_column($this->store->strings('framework/schedule-*', 10), 'name');
        $names = array_values(array_filter($found, static fn (string $name): bool => EventNames::mutexOf($name) === CacheEventMutex::class));
        Check::same(1, count($names), 'the locks of events: ' . implode(', ', $names));

        return $names[0];
    }

    /** Waits until nobody holds the lock. */
    public function free(string $name): void
    {
        Check::eventually(fn (): bool => $this->store->owner($name) === null, 60, "the lock $name is free");
    }

    /** Waits until the lock has been renewed since this call. */
    public function renewed(string $name): void
    {
        $left = fn (): float => $this->store->strings($name, 1)[0]['remaining'] ?? throw new Failure("the lock $name is free");
        $before = $left();
        Check::eventually(static function () use ($left, &$before): bool {
            [$last, $before] = [$before, $left()];

            return $before > $last;
        }, 60, "a renewal of $name");
    }

    /** Kills the command of a background run, and waits until its shell has run schedule:finish too. Some shells become it. */
    public static function kill(int $command): void
    {
        $shell = LockTool::parent($command);
        posix_kill($command, SIGKILL);
        Check::eventually(static fn (): bool => !LockTool::lives($shell), 60, 'schedule:finish ends');
    }

    /**
     * The processes whose command line has this text.
     *
     * @return list<int>
     */
    public static function processes(string $text): array
    {
        $found = [];
        foreach (glob('/proc/[0-9]*/cmdline') ?: [] as $file) {
            if (str_contains((string) @file_get_contents($file), $text)) {
                $found[] = (int) basename(dirname($file));
            }
        }

        return array_values(array_diff($found, [getmypid()]));
    }

    /** @return list<string> */
    private static function php(): array
    {
        return [PHP_BINARY, ...Extension::arguments(['error_reporting' => E_ALL & ~E_DEPRECATED], Laravels::MODULES)];
    }

    /** Inside of artisan: an empty schedule. */
    public static function schedule(Laravel $laravel): \Illuminate\Console\Scheduling\Schedule
    {
        define('ARTISAN_BINARY', $_SERVER['SCRIPT_FILENAME']);
        // A notice of PHP ends a command, as in an application.
        (new HandleExceptions())->bootstrap($laravel->app);

        return LaravelSchedule::now($laravel);
    }

    /** Inside of artisan: runs the command, and returns its exit status. */
    public static function run(Laravel $laravel): int
    {
        $kernel = $laravel->app->make(Kernel::class);
        foreach ([ScheduleFinishCommand::class, ScheduleClearCacheCommand::class] as $command) {
            $kernel->registerCommand($laravel->app->make($command));
        }

        return $kernel->handle(new ArgvInput(), new ConsoleOutput());
    }
}
