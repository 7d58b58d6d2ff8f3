<?php

declare(strict_types=1);

/** Compiles a C file of this folder for this run. */
function compiled(string $program): string
{
    static $binaries = [];
    if (!isset($binaries[$program])) {
        $binary = tempnam(sys_get_temp_dir(), $program);
        register_shutdown_function(static fn () => unlink($binary));
        if (proc_close(proc_open(['cc', '-O2', '-o', $binary, __DIR__ . "/$program.c"], [], $pipes)) !== 0) {
            throw new RuntimeException("bench/contestants/$program.c could not be compiled (apt-get install gcc).");
        }
        $binaries[$program] = $binary;
    }

    return $binaries[$program];
}

/** Builds the commands that start one process of a contestant. */
final class Contestants
{
    /** @var list<string> this interpreter with the options of this process, so that it loads the extension in the same way */
    private array $php;
    /** The file of this extension that the contestants load. */
    public readonly string $library;

    public function __construct(private readonly float $seconds, private readonly float $warmUp = 0.2)
    {
        global $argv;
        $this->php = array_slice(explode("\0", rtrim(file_get_contents('/proc/self/cmdline'), "\0")), 0, -count($argv));
        $loaded = preg_grep('~^extension=/.*\.so$~', $this->php);
        $this->library = substr((string) end($loaded), strlen('extension='));
        is_file($this->library) || throw new CannotRun('the extension must be loaded by php -d extension=/PATH/OF/IT.so');
    }

    /** Returns the same contestants with another library of this extension. */
    public function with(string $library): self
    {
        $others = clone $this;
        $loaded = "extension=$this->library";
        $others->php = array_map(static fn (string $word) => $word === $loaded ? "extension=$library" : $word, $this->php);

        return $others;
    }

    /** @param array{string, string} $requests @return list<string> */
    public function bareLoop(string $address, array $requests): array
    {
        return [compiled('bare_loop'), $address, ...$this->times(), ...$requests];
    }

    /** @param list<string> $addresses @param array{string, string} $requests @return list<string> */
    public function bareRound(array $addresses, array $requests): array
    {
        return [compiled('bare_round'), implode(',', $addresses), ...$this->times(), ...$requests];
    }

    /** @return list<string> */
    public function phpredis(string $address, string $name = 'bench'): array
    {
        return [...$this->php, __DIR__ . '/contestant-phpredis.php', $address, ...$this->times(), $name];
    }

    /** @return list<string> without `expire` the leases are renewed; `$inFiber`: with a callable of onWait() */
    public function mutex(string $address, string $name = 'bench', ?int $expire = 20, bool $await = true, bool $inFiber = false): array
    {
        $how = [$await ? 'awaited' : 'unawaited', $inFiber ? 'fiber' : 'process'];

        return [...$this->php, __DIR__ . '/contestant-mutex.php', $address, ...$this->times(), $name, (string) ($expire ?? 'renewed'), ...$how];
    }

    /** @return list<string> a library of Library, at a server on this machine */
    public function peer(string $library, int $port): array
    {
        return match ($library) {
            'laravel' => $this->laravel('stock'),
            'redispy' => ['/usr/bin/python3', __DIR__ . '/contestant-redis.py', (string) $port, ...$this->times()],
            default => [...$this->php, __DIR__ . '/contestant-library.php', $library, Library::autoload($library), (string) $port, ...$this->times()],
        };
    }

    /** @return list<string> a store of Tests\Laravel; the environment names Laravel and the server */
    public function laravel(string $store, string $connections = 'kept'): array
    {
        return [...$this->php, __DIR__ . '/contestant-laravel.php', $store, ...$this->times(), $connections];
    }

    /** @return list<string> compares pairs with and without renewal */
    public function renewal(string $url): array
    {
        return [...$this->php, __DIR__ . '/contestant-renewal.php', $url, ...$this->times()];
    }

    /** @return list<string> compares pairs of a fiber with and without a callable of onWait() */
    public function callable(string $url): array
    {
        return [...$this->php, __DIR__ . '/contestant-callable.php', $url, ...$this->times()];
    }

    /** @return list<string> one process in which so many fibers want the same lock again and again; a loop of fiber_loop() */
    public function fibers(string $url, string $name, string $loop, int $fibers, int $section): array
    {
        $what = [$name, $loop, (string) $fibers, (string) $section];
        $modules = $loop === 'swoole' ? Tests\Swoole::arguments() : [];

        return [...$this->php, ...$modules, __DIR__ . '/contestant-fibers.php', $url, ...$this->times(), ...$what];
    }

    /** @return list<string> opens connections, so many at each address */
    public function connections(int $count, string ...$addresses): array
    {
        return [...$this->php, __DIR__ . '/contestant-connections.php', (string) $count, ...$addresses];
    }

    /** @return list<string> takes orders */
    public function waiter(int $port): array
    {
        return [...$this->php, __DIR__ . '/waiting-process.php', (string) $port];
    }

    /** @return list<string> takes orders, of which one names the servers */
    public function ofQuorum(): array
    {
        return $this->script('quorum-process');
    }

    /** @return list<string> a script of this folder */
    public function script(string $script, string ...$arguments): array
    {
        return [...$this->php, __DIR__ . "/$script.php", ...$arguments];
    }

    /** @return array{string, string} */
    private function times(): array
    {
        return [(string) $this->warmUp, (string) $this->seconds];
    }
}
