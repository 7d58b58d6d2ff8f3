<?php

declare(strict_types=1);

const BARE_LOOP = 'bare loop';
const PHPREDIS = 'phpredis';
const MUTEX = 'RedisMutexLock';
const MUTEX_RENEWED = 'RedisMutexLock, expire: null';

/** bare_loop.c, compiled for this run. */
function compiled_bare_loop(): string
{
    static $binary = null;
    if ($binary === null) {
        $binary = tempnam(sys_get_temp_dir(), 'bare_loop');
        register_shutdown_function(static fn () => unlink($binary));
        if (proc_close(proc_open(['cc', '-O2', '-o', $binary, __DIR__ . '/bare_loop.c'], [], $pipes)) !== 0) {
            throw new RuntimeException('bench/contestants/bare_loop.c could not be compiled (apt-get install gcc).');
        }
    }

    return $binary;
}

/** Builds the commands that start one process of a contestant. */
final class Contestants
{
    /** @var list<string> this interpreter with the options of this process, so that it loads the extension in the same way */
    private readonly array $php;

    public function __construct(private readonly float $seconds, private readonly float $warmUp = 0.2)
    {
        global $argv;
        $this->php = array_slice(explode("\0", rtrim(file_get_contents('/proc/self/cmdline'), "\0")), 0, -count($argv));
    }

    /** @param array{string, string} $requests @return list<string> */
    public function bareLoop(string $address, array $requests): array
    {
        return [compiled_bare_loop(), $address, ...$this->times(), ...$requests];
    }

    /** @return list<string> */
    public function phpredis(string $address, string $name = 'bench'): array
    {
        return [...$this->php, __DIR__ . '/contestant-phpredis.php', $address, ...$this->times(), $name];
    }

    /** @return list<string> without `expire` the leases are renewed */
    public function mutex(string $address, string $name = 'bench', ?int $expire = 20): array
    {
        return [...$this->php, __DIR__ . '/contestant-mutex.php', $address, ...$this->times(), $name, (string) ($expire ?? 'renewed')];
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

    /** @return array{string, string} */
    private function times(): array
    {
        return [(string) $this->warmUp, (string) $this->seconds];
    }
}
