<?php
/*
 * One address that leads to one server after another, as a virtual IP that moves with the master. It carries bytes and
 * does not look at them. It is a process of its own. Used by Failover.
 */

declare(strict_types=1);

namespace Tests;

final class Gateway
{
    public readonly int $port;
    private readonly Process $process;
    private readonly TempDir $dir;

    /** To the server's port of this pass; $tls: to its TLS port in each pass. */
    public static function to(RedisServer $server, bool $tls = false): self
    {
        return new self($tls ? $server->tlsPort : $server->port);
    }

    private function __construct(int $server)
    {
        $this->dir = new TempDir();
        $this->process = new Process(
            [PHP_BINARY, ...Extension::arguments(extension: false), __DIR__ . '/gateway-process.php'],
            $this->dir->file('stderr'),
            talks: true,
        );
        $this->port = $this->ask("lead $server");
    }

    /**
     * The way to this address as a part of a configuration.
     *
     * @return array<string, mixed>
     */
    public function config(): array
    {
        return Pass::config($this->port);
    }

    /** Named arguments become its query. */
    public function url(int $database = 0, string|int|float ...$query): string
    {
        return Pass::url($this->port, $database, null, $query);
    }

    /** From now on the address leads to this server. All connections to the server before are cut. */
    public function move(RedisServer $server, bool $tls = false): void
    {
        $this->ask('lead ' . ($tls ? $server->tlsPort : $server->port));
        $this->cut();
    }

    /** From now on new connections lead to this server. Open connections stay where they are. */
    public function moveNewOnes(RedisServer $server): void
    {
        $this->ask("lead $server->port");
    }

    /** Closes all connections and refuses new ones, until the address leads to a server again. */
    public function down(): void
    {
        $this->ask('lead 0');
        $this->cut();
    }

    private function cut(): void
    {
        $this->ask('cut');
    }

    private function ask(string $order): int
    {
        @fwrite($this->process->stdin, "$order\n");
        $end = Deadline::in(10);
        $answer = '';
        while (!str_ends_with($answer, "\n")) {
            $bytes = $end->readable($this->process->stdout) ? (string) fread($this->process->stdout, 100) : '';
            if ($bytes === '') {
                throw new Failure("the gateway does not answer '$order':\n" . $this->dir->read('stderr'));
            }
            $answer .= $bytes;
        }

        return (int) $answer;
    }
}
