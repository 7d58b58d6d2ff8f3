<?php
/*
 * A proxy in front of a RedisServer, over TCP or Unix sockets. It fails exactly where a test says: at one command of one
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
    private readonly Process $process;
    private readonly TempDir $dir;

    /** @param array<string, int|string|bool> ...$rules */
    public static function to(RedisServer $server, array ...$rules): self
    {
        return new self("tcp://127.0.0.1:$server->port", false, $rules);
    }

    /**
     * A proxy that listens on a Unix socket and connects to the server's Unix socket.
     *
     * @param array<string, int|string|bool> ...$rules
     */
    public static function toSocket(RedisServer $server, array ...$rules): self
    {
        return new self("unix://$server->socket", true, $rules);
    }

    private function __construct(string $upstream, bool $unix, array $rules)
    {
        $this->dir = new TempDir();
        $this->socket = $unix ? $this->dir->file('proxy.sock') : '';
        // The module sockets can close a connection with a reset, plain streams cannot.
        $arguments = Extension::arguments(modules: ['sockets'], extension: false);
        $this->process = new Process(
            [PHP_BINARY, ...$arguments, __DIR__ . '/proxy-process.php', $upstream, $this->socket],
            $this->dir->file('stderr'),
            talks: true,
        );
        $this->port = $this->ask('port');
        foreach ($rules as $rule) {
            $this->rule($rule);
        }
    }

    public function url(int $database = 0): string
    {
        return "redis://127.0.0.1:$this->port/$database";
    }

    /**
     * Adds a rule. The rule works when this returns. Rules are tried in the order in which they were added.
     *
     * @param array<string, int|string|bool> $rule
     */
    public function rule(array $rule): void
    {
        ProxyRules::check($rule);
        $this->ask('rule', $rule);
    }

    /** Forgets all rules. Delays and silences that have begun go on. */
    public function clear(): void
    {
        $this->ask('clear');
    }

    /** Closes all connections and stops listening: the kernel refuses new connections. */
    public function down(): void
    {
        $this->ask('down');
    }

    /** Listens again, on the same port. */
    public function up(): void
    {
        $this->ask('up');
    }

    /** Closes all connections and goes on listening. */
    public function drop(): void
    {
        $this->ask('drop');
    }

    /**
     * The commands so far, in order. `did` is what a rule did to the command, 'pass' without a rule. `at` is the time in
     * seconds since the start of the proxy.
     *
     * @return list<array{connection: int, words: list<string>, did: string, at: float}>
     */
    public function log(): array
    {
        return $this->ask('log');
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
        return $this->ask('accepted');
    }

    /** How many connections are open now. */
    public function open(): int
    {
        return $this->ask('open');
    }

    /** Stops the process of the proxy (SIGSTOP): the network fails silently. */
    public function pause(): void
    {
        $this->process->signal(SIGSTOP);
    }

    public function resume(): void
    {
        $this->process->signal(SIGCONT);
    }

    public function stop(): void
    {
        $this->process->stop();
    }

    private function ask(string $verb, mixed $argument = null): mixed
    {
        @fwrite($this->process->stdin, base64_encode(serialize([$verb, $argument])) . "\n");
        $answer = '';
        $end = Deadline::in(10);
        while (!str_ends_with($answer, "\n")) {
            $bytes = $end->readable($this->process->stdout) ? (string) fread($this->process->stdout, 65536) : '';
            if ($bytes === '') {
                throw new Failure("the proxy does not answer '$verb':\n" . $this->dir->read('stderr'));
            }
            $answer .= $bytes;
        }

        return unserialize(base64_decode($answer), ['allowed_classes' => false]);
    }
}
