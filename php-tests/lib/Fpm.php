<?php
/*
 * A real php-fpm with the extension, on a Unix socket for each pool, without the machine's php.ini and pools. The command cgi-fcgi
 * sends it requests over FastCGI. Used by the tests of locks within and across requests.
 */

declare(strict_types=1);

namespace Tests;

final class Fpm
{
    /** The first request of a worker opens a connection, for which a busy machine may need longer than the default second. */
    private const INI = ['html_errors' => false, 'redis_mutex_lock.command_timeout' => 10];

    private readonly Process $process;
    private readonly TempDir $dir;

    /**
     * Starts a pool that has $children processes from the start.
     *
     * @param array<string, string|int> $pool lines of the pool's section: `['pm.max_requests' => 3, 'request_terminate_timeout' => 1]`
     * @param array<string, string|int|float|bool> $ini
     * @param list<string> $modules
     * @param int $pools of one master, all with the same settings
     */
    public static function start(int $children = 1, array $pool = [], array $ini = [], array $modules = [], int $pools = 1): self
    {
        return new self($children, $pool, Extension::arguments($ini + self::INI, $modules), $pools);
    }

    /** The same without the extension, to try this class alone. */
    public static function bare(int $children = 1, array $pool = [], array $ini = []): self
    {
        return new self($children, $pool, Extension::arguments($ini + self::INI, extension: false));
    }

    /**
     * The php-fpm of the machine, with the machine's php.ini and the extensions that are enabled there.
     *
     * @param array<string, string|int> $pool
     */
    public static function ofTheMachine(int $children = 1, array $pool = []): self
    {
        return new self($children, $pool, []);
    }

    /**
     * @param array<string, string|int> $pool
     * @param list<string> $arguments that say which ini settings and extensions it has
     */
    private function __construct(int $children, array $pool, array $arguments, int $pools = 1)
    {
        $this->dir = new TempDir();
        $pool += [
            'pm' => 'static',
            'pm.max_children' => $children,
            'clear_env' => 'no',
            'catch_workers_output' => 'yes',
        ];
        $root = trim((string) shell_exec('id -u')) === '0';
        if ($root) {
            // php-fpm runs as root only with -R and with a user in its configuration.
            $pool += ['user' => 'root', 'group' => 'root'];
        }
        $configuration = "[global]\ndaemonize = no\nerror_log = {$this->dir->file('fpm.log')}\n"
            // Without it php-fpm ends running requests at once, even in a graceful stop.
            . "process_control_timeout = 10\n";
        for ($number = 1; $number <= $pools; $number++) {
            $configuration .= "[www$number]\n";
            foreach ($pool + ['listen' => $this->socket($number)] as $name => $value) {
                $configuration .= "$name = $value\n";
            }
        }
        file_put_contents($this->dir->file('fpm.conf'), $configuration);
        $command = [self::binary(), ...$arguments, ...($root ? ['-R'] : []), '-F', '-y', $this->dir->file('fpm.conf')];
        // TERM and not KILL: a killed master leaves its children behind.
        $this->process = new Process($command, $this->dir->file('stderr'), orphaned: 'TERM');
        $this->ready(1);
    }

    /**
     * Runs a script in the pool and waits for its answer.
     *
     * @param array<string, string> $params further FastCGI parameters, QUERY_STRING for one
     * @return array{status: int, headers: array<string, string>, body: string}
     */
    public function request(string $script, array $params = [], float $seconds = 10, int $pool = 1): array
    {
        return $this->begin($script, $params, $pool)->response($seconds);
    }

    /** The same without waiting for the answer. */
    public function begin(string $script, array $params = [], int $pool = 1): FpmRequest
    {
        return new FpmRequest($this->socket($pool), $script, $params);
    }

    /** Writes a script into the pool's directory and returns its path. */
    public function script(string $code): string
    {
        static $scripts = 0;
        $file = $this->dir->file('script' . ++$scripts . '.php');
        file_put_contents($file, str_starts_with(ltrim($code), '<?php') ? ltrim($code) : "<?php\n$code");

        return $file;
    }

    /** @return list<int> the ids of the pool's processes */
    public function children(): array
    {
        $children = @file_get_contents("/proc/{$this->process->pid}/task/{$this->process->pid}/children");

        return array_map(intval(...), preg_split('/\s+/', trim((string) $children), -1, PREG_SPLIT_NO_EMPTY));
    }

    /** Kills one of children() with SIGKILL. The master starts another one. */
    public function killChild(int $pid): void
    {
        if (!in_array($pid, $this->children(), true)) {
            throw new \LogicException("$pid is not a process of this pool");
        }
        self::sigkill($pid);
    }

    /** SIGUSR2: the master starts itself again, with new children. Returns when these are ready. */
    public function reload(): void
    {
        $before = $this->starts();
        $this->process->signal(SIGUSR2);
        $this->ready($before + 1);
    }

    /** SIGQUIT: running requests may finish first. */
    public function stop(float $seconds = 10): void
    {
        $this->process->stop(SIGQUIT, $seconds);
    }

    /** SIGKILL for the master and its children. */
    public function kill(): void
    {
        $this->process->signal(SIGSTOP);
        foreach ($this->children() as $pid) {
            self::sigkill($pid);
        }
        $this->process->kill();
    }

    /** The log of the master, and stderr of its children. */
    public function log(): string
    {
        return $this->dir->read('fpm.log') . $this->dir->read('stderr');
    }

    private function socket(int $pool): string
    {
        return $this->dir->file("fpm$pool.sock");
    }

    private function ready(int $starts): void
    {
        Check::eventually(
            fn (): bool => $this->starts() >= $starts || (!$this->process->running() && throw new Failure(
                "php-fpm has ended:\n" . $this->log(),
            )),
            10,
            'php-fpm is ready',
        );
    }

    private function starts(): int
    {
        return substr_count($this->dir->read('fpm.log'), 'ready to handle connections');
    }

    private static function binary(): string
    {
        $version = PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION;
        // The php-fpm of this php's installation comes first: the extension is built for it.
        $beside = dirname(PHP_BINDIR) . '/sbin';
        foreach ([$beside, '/usr/sbin', '/usr/local/sbin'] as $folder) {
            $found = array_filter(["$folder/php-fpm$version", "$folder/php-fpm"], is_executable(...));
            if ($found !== []) {
                return reset($found);
            }
        }
        throw new Failure("php-fpm of PHP $version is not installed: run 'tools/setup test'");
    }

    private static function sigkill(int $pid): void
    {
        // The process is not our child, and the module posix may be missing.
        exec("kill -KILL $pid");
    }
}
