<?php
/*
 * A proxy in front of a RedisServer, over TCP or Unix sockets, that fails exactly where a test says: at a command of a
 * connection, before or after the server has executed it. Its own process; rules may be added while it
 * runs. Used by the fault tests. What a rule may say stands in ProxyRules.php.
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
     * One that listens on a Unix socket and is connected to the server's.
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
        // Module sockets closes a connection with a reset, which plain streams cannot.
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
     * Adds a rule; when this returns it is in force. Rules are tried in the order in which they were added.
     *
     * @param array<string, int|string|bool> $rule
     */
    public function rule(array $rule): void
    {
        ProxyRules::check($rule);
        $this->ask('rule', $rule);
    }

    /** Forgets all rules. What they have begun goes on. */
    public function clear(): void
    {
        $this->ask('clear');
    }

    /** Closes all connections and stops listening: connecting is refused by the kernel. */
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
     * The commands seen so far, in order. `did` is what a rule did to it, 'pass' without one; `at` are seconds
     * since the proxy started.
     *
     * @return list<array{connection: int, words: list<string>, did: string, at: float}>
     */
    public function log(): array
    {
        return $this->ask('log');
    }

    /** How many commands were seen that match the name, see ProxyRules: 'SET', 'EVAL*', 'CLIENT ID'. */
    public function count(string $command): int
    {
        return count(array_filter(
            $this->log(),
            static fn (array $seen): bool => ProxyRules::named($command, $seen['words']),
        ));
    }

    /** How many connections were accepted so far. */
    public function accepted(): int
    {
        return $this->ask('accepted');
    }

    /** How many of them the client has open now. */
    public function open(): int
    {
        return $this->ask('open');
    }

    /** SIGSTOP: the network is gone, nobody is told. */
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
