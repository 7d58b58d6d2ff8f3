<?php
/*
 * A private Redis: 127.0.0.1 on two free ports, one plain and one with TLS, and a Unix socket, nothing on disk unless
 * asked, gone with the test. Used by the runner (one for the suite) and by tests that stop, restart or reconfigure one.
 */

declare(strict_types=1);

namespace Tests;

final class RedisServer
{
    private const PORT = 'REDIS_MUTEX_LOCK_TEST_PORT';
    private const TLS_PORT = 'REDIS_MUTEX_LOCK_TEST_TLS_PORT';
    private const SOCKET = 'REDIS_MUTEX_LOCK_TEST_SOCKET';
    /** If this is set, the default user of each server has only the rights that locks need, and the tests are `admin`. */
    public const FEW_RIGHTS = 'REDIS_MUTEX_LOCK_TEST_FEW_RIGHTS';

    /** The port to which this pass of the suite leads the extension: one of the two below. */
    public readonly int $port;
    private ?Process $process = null;

    /** @param array<string, string|int|list<string|int>> $options */
    private function __construct(
        public readonly int $plainPort,
        public readonly int $tlsPort,
        public readonly string $socket,
        private readonly array $options = [],
        private readonly ?TempDir $dir = null,
        private readonly bool $sentinel = false,
    ) {
        $this->port = Pass::isTls() ? $tlsPort : $plainPort;
    }

    /**
     * Starts one. Options are lines of redis.conf: `['requirepass' => 'x', 'user' => ['a on …', 'b on …']]`;
     * a list repeats its line. With `'appendonly' => 'yes'` the data survive restart(). `unixsocket` is the name of a
     * file in the server's own directory. TLS has the suite's certificates and asks no client for one, unless
     * `tls-cert-file`, `tls-key-file`, `tls-ca-cert-file`, `tls-auth-clients` and the like say otherwise.
     *
     * @param array<string, string|int|list<string|int>> $options
     */
    public static function start(array $options = [], bool $sentinel = false): self
    {
        for ($attempt = 1; ; $attempt++) {
            $dir = new TempDir();
            $socket = $dir->file((string) ($options['unixsocket'] ?? 'redis.sock'));
            $lines = ['unixsocket' => "\"$socket\""] + $options;
            if (isset($options['cluster-enabled']) && self::version() >= 7) {
                // By default 10000 above its port, where the kernel takes ports for connections.
                $lines += ['cluster-port' => Port::free()];
            }
            $server = new self(Port::free(), Port::free(), $socket, $lines, $dir, $sentinel);
            try {
                $server->launch();

                return $server;
            } catch (Failure $failure) {
                // Another program may have taken a port in between.
                if ($attempt === 5 || !str_contains($failure->getMessage(), 'Address already in use')) {
                    throw $failure;
                }
            }
        }
    }

    /**
     * Starts one with this server's ports at another address of the machine: a name that leads to this server can lead
     * to the other one.
     */
    public function elsewhere(string $address = '127.0.0.9'): self
    {
        return self::start(['bind' => $address, 'port' => $this->plainPort, 'tls-port' => $this->tlsPort]);
    }

    /** The suite's server; a private one when a test runs without the runner. Never stop or reconfigure it. */
    public static function shared(): self
    {
        static $shared = null;
        if ($shared === null) {
            $port = (int) getenv(self::PORT);
            $shared = $port > 0
                ? self::at($port, (int) getenv(self::TLS_PORT), (string) getenv(self::SOCKET))
                : self::start();
        }

        return $shared;
    }

    /** A server that another process has started. Never stop or reconfigure it. */
    public static function at(int $plainPort, int $tlsPort, string $socket): self
    {
        return new self($plainPort, $tlsPort, $socket);
    }

    /** @return array{int, int, string} what at() makes this server of, in another process */
    public function place(): array
    {
        return [$this->plainPort, $this->tlsPort, $this->socket];
    }

    /** @return array<string, string> the environment in which shared() is this server */
    public function environment(): array
    {
        return [
            self::PORT => (string) $this->plainPort, self::TLS_PORT => (string) $this->tlsPort, self::SOCKET => $this->socket,
        ] + Certificates::suite()->environment();
    }

    /**
     * `redis://127.0.0.1:port/db`, or `rediss://…` in the TLS pass, with the password of requirepass. Named arguments
     * become its query: `url(name: 'shop')`.
     */
    public function url(int $database = 0, string|int|float ...$query): string
    {
        return Pass::url($this->port, $database, $this->password(), $query);
    }

    /**
     * The way to this server as a part of a configuration: its port; in the TLS pass the scheme and the context too. It
     * has no password.
     *
     * @return array<string, mixed>
     */
    public function config(): array
    {
        return Pass::config($this->port);
    }

    /** `rediss://127.0.0.1:port/db?cafile=…` in each pass, with the password of requirepass. */
    public function tlsUrl(int $database = 0, string|int|float ...$query): string
    {
        return Pass::tlsUrl($this->tlsPort, $database, $this->password(), $query);
    }

    /**
     * A configuration for its TLS port in each pass.
     *
     * @param array<string, mixed> $context beside or instead of the `cafile` of the suite's CA
     * @return array<string, mixed>
     */
    public function tlsConfig(array $context = []): array
    {
        return Pass::tlsConfig($this->tlsPort, $context);
    }

    /** `unix:///path?db=…`, with the password of requirepass. */
    public function unixUrl(int $database = 0): string
    {
        $password = $this->password();

        return "unix://$this->socket?db=$database" . ($password === null ? '' : '&password=' . rawurlencode($password));
    }

    /** What a RedisClient connects to: the plain port. */
    public function address(): string
    {
        $host = $this->options['bind'] ?? '127.0.0.1';
        $port = $this->options['port'] ?? $this->plainPort;

        return "tcp://$host:$port";
    }

    /** The way that costs least: the Unix socket; in the TLS pass the TLS port. */
    public function quickUrl(): string
    {
        return Pass::isTls() ? $this->url() : $this->unixUrl();
    }

    /** A new raw connection, logged in as default unless it is given another user. Not over TLS in any pass. */
    public function client(?string $user = null, ?string $password = null): RedisClient
    {
        $client = new RedisClient($this->address());
        $password ??= $this->password();
        if ($password === null && $this->hasFewRights()) {
            $user = $password = 'admin';
        }
        if ($password !== null) {
            $user === null ? $client->call('AUTH', $password) : $client->call('AUTH', $user, $password);
        }

        return $client;
    }

    public function running(): bool
    {
        return $this->process()->running();
    }

    public function pid(): int
    {
        return $this->process()->pid;
    }

    /** Its log so far. */
    public function log(): string
    {
        return $this->dir?->read('redis.log') ?? '';
    }

    /** Ends it in an orderly way; a stopped server is resumed for that. */
    public function stop(): void
    {
        $this->process()->stop();
    }

    /** SIGKILL. */
    public function kill(): void
    {
        $this->process()->kill();
    }

    /** SIGSTOP: connections stay open, nothing answers. */
    public function pause(): void
    {
        $this->process()->signal(SIGSTOP);
    }

    public function resume(): void
    {
        $this->process()->signal(SIGCONT);
    }

    /** Starts it again on the same port and socket, after stopping or killing it if it still runs. */
    public function restart(bool $kill = false): void
    {
        if ($this->process()->running()) {
            $kill ? $this->kill() : $this->stop();
        }
        $this->launch();
    }

    private function launch(): void
    {
        $file = $this->dir->file('redis.conf');
        // A sentinel writes what it learns into this file, and needs it after a restart.
        if (!$this->sentinel || $this->process === null) {
            file_put_contents($file, $this->configuration());
        }
        $command = ['redis-server', $file, ...($this->sentinel ? ['--sentinel'] : [])];
        $this->process = new Process($command, $this->dir->file('redis.log'));
        // A busy machine may let it stand for many seconds before it accepts its first connection.
        $end = Deadline::in(60);
        while (!$this->answers()) {
            if ($end->passed() || !$this->process->running()) {
                if (preg_match('/^>>> .tls-/m', $this->log()) === 1) {
                    throw new Failure("This redis-server does not know TLS. The tests need one that is built with TLS:\n"
                        . shell_exec('redis-server --version') . $this->log());
                }
                throw new Failure("redis-server does not answer on port $this->plainPort:\n" . $this->log());
            }
            usleep(2000);
        }
    }

    /** Whether it runs and answers now. A paused server does not. */
    public function answers(): bool
    {
        if ($this->process?->standsStill() === true) {
            return false;
        }
        $client = null;
        try {
            // Over the server's own socket: another server might answer on the port.
            $client = new RedisClient("unix://$this->socket");
            $client->send('PING');
            // A process that runs answers some time, on a busy machine after seconds. Who passes it over would leave it as it was.
            $client->reply(10);

            return true;
        } catch (RedisError $error) {
            // A server that asks for a password or for more rights is up. A server that loads its data is not.
            return preg_match('/^(NOAUTH|NOPERM)/', $error->getMessage()) === 1;
        } catch (\RuntimeException) {
            return false;
        } finally {
            $client?->close();
        }
    }

    private function configuration(): string
    {
        $options = $this->options + [
            'bind' => '127.0.0.1',
            'port' => $this->plainPort,
            'tls-port' => $this->tlsPort,
            'tls-cert-file' => Certificates::suite()->server->file,
            'tls-key-file' => Certificates::suite()->server->key,
            'tls-ca-cert-file' => Certificates::suite()->ca,
            'tls-auth-clients' => 'no',
            'dir' => $this->dir->path,
            'save' => '""',
            'appendonly' => 'no',
            'daemonize' => 'no',
        ];
        if (self::version() >= 7) {
            // Allows DEBUG SLEEP and the like. Older servers allow them always.
            $options += ['enable-debug-command' => 'local'];
        }
        if ($this->sentinel) {
            unset($options['save'], $options['appendonly'], $options['enable-debug-command']);
        }
        if ($this->password() !== null) {
            // This value is used outside of the file too, so it is not quoted.
            $options['requirepass'] = '"' . addcslashes($this->password(), '"\\') . '"';
        }
        if ($this->hasFewRights()) {
            $users = ['admin on >admin ~* &* +@all', 'default ' . Rights::rules('everything', 'nopass')];
            $options['user'] = [...(array) ($options['user'] ?? []), ...$users];
        }
        $lines = '';
        foreach ($options as $name => $values) {
            foreach ((array) $values as $value) {
                $lines .= "$name $value\n";
            }
        }

        return $lines;
    }

    /** The major version of redis-server. */
    public static function version(): int
    {
        static $version = null;
        $version ??= preg_match('/v=(\d+)/', (string) shell_exec('redis-server --version'), $found) ? (int) $found[1]
            : throw new Failure('redis-server is not installed');

        return $version;
    }

    private function password(): ?string
    {
        return isset($this->options['requirepass']) ? (string) $this->options['requirepass'] : null;
    }

    private function hasFewRights(): bool
    {
        return getenv(self::FEW_RIGHTS) !== false && !$this->sentinel && $this->password() === null;
    }

    private function process(): Process
    {
        return $this->process
            ?? throw new \LogicException('the shared server is not for stopping: use RedisServer::start()');
    }
}
