<?php
/*
 * A proxy in front of a RedisServer, over TCP, TLS or Unix sockets. With TLS it has the certificate of the suite's servers,
 * reads what the client sends, and speaks plain to the server. It fails exactly where a test says: at one command of one
 * connection, before or after the server has executed that command. It is a process of its own, and takes new rules
 * while it runs. Used by the fault tests. ProxyRules.php says what a rule may be.
 */

declare(strict_types=1);

namespace Tests;

final class Proxy
{
    /** 0 where it listens on a Unix socket. */
    public readonly int $port;
    /** '' where it listens on a port. */
    public readonly string $socket;
    private readonly OrderedProcess $own;
    private readonly TempDir $dir;

    /**
     * A proxy that listens on a port; in the TLS pass with TLS.
     *
     * @param array<string, int|string|bool> ...$rules
     */
    public static function to(RedisServer $server, array ...$rules): self
    {
        return new self($server->address(), false, Pass::isTls(), $rules);
    }

    /**
     * A proxy that listens on a port with TLS, in each pass.
     *
     * @param array<string, int|string|bool> ...$rules
     */
    public static function tls(RedisServer $server, array ...$rules): self
    {
        return new self($server->address(), false, true, $rules);
    }

    /**
     * A proxy that listens on a Unix socket and connects to the server's Unix socket.
     *
     * @param array<string, int|string|bool> ...$rules
     */
    public static function toSocket(RedisServer $server, array ...$rules): self
    {
        return new self("unix://$server->socket", true, false, $rules);
    }

    private function __construct(string $upstream, bool $unix, private readonly bool $tls, array $rules)
    {
        $this->dir = new TempDir();
        $this->socket = $unix ? $this->dir->file('proxy.sock') : '';
        if ($tls && !extension_loaded('openssl')) {
            throw new Failure('this PHP has no module openssl: the proxy cannot speak TLS');
        }
        $certificate = $tls ? Certificates::suite()->server : new Certificate('', '');
        $words = [$upstream, $this->socket, $certificate->file, $certificate->key];
        $this->own = new OrderedProcess('proxy-process.php', $words);
        $this->port = $this->own->ask('port');
        foreach ($rules as $rule) {
            $this->rule($rule);
        }
    }

    /** Named arguments become its query: `url(command_timeout: 5)`. */
    public function url(int $database = 0, string|int|float ...$query): string
    {
        return $this->tls
            ? Pass::tlsUrl($this->port, $database, null, $query)
            : Pass::url($this->port, $database, null, $query);
    }

    /**
     * The way to this proxy as a part of a configuration: its port; with TLS the scheme and the context too.
     *
     * @return array<string, mixed>
     */
    public function config(): array
    {
        return $this->tls ? Pass::tlsConfig($this->port) : Pass::config($this->port);
    }

    /**
     * Adds a rule. The rule works when this returns. Rules are tried in the order in which they were added.
     *
     * @param array<string, int|string|bool> $rule
     */
    public function rule(array $rule): void
    {
        ProxyRules::check($rule);
        $this->own->ask('rule', $rule);
    }

    /** Forgets all rules. Delays and silences that have begun go on. */
    public function clear(): void
    {
        $this->own->ask('clear');
    }

    /** Closes all connections and stops listening: the kernel refuses new connections. */
    public function down(): void
    {
        $this->own->ask('down');
    }

    /** Listens again, on the same port. */
    public function up(): void
    {
        $this->own->ask('up');
    }

    /** Closes all connections and goes on listening. */
    public function drop(): void
    {
        $this->own->ask('drop');
    }

    /**
     * The commands so far, in order. `did` is what a rule did to the command, 'pass' without a rule. `at` is the time in
     * seconds since the start of the proxy.
     *
     * @return list<array{connection: int, words: list<string>, did: string, at: float}>
     */
    public function log(): array
    {
        return $this->own->ask('log');
    }

    /** How many commands had this name so far: 'SET', 'EVAL*', 'CLIENT ID'; see ProxyRules. */
    public function count(string $command): int
    {
        return count(array_filter(
            $this->log(),
            static fn (array $seen): bool => ProxyRules::named($command, $seen['words']),
        ));
    }

    /** How many connections the proxy has accepted so far. */
    public function accepted(): int
    {
        return $this->own->ask('accepted');
    }

    /** How many connections are open now. */
    public function open(): int
    {
        return $this->own->ask('open');
    }

    /** Stops the process of the proxy (SIGSTOP): the network fails silently. */
    public function pause(): void
    {
        $this->own->process->signal(SIGSTOP);
    }

    public function resume(): void
    {
        $this->own->process->signal(SIGCONT);
    }

    public function stop(): void
    {
        $this->own->process->stop();
    }
}
