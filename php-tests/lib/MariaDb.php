<?php
/*
 * A private MariaDB with an empty database `shop`: a Unix socket, no port, no passwords, gone with the test. Used by Shop and by a
 * test of Laravel.
 */

declare(strict_types=1);

namespace Tests;

final class MariaDb
{
    /** What a process needs that connects to it. */
    public const MODULES = ['pdo_mysql'];

    public readonly string $socket;
    private readonly TempDir $dir;
    private readonly Process $process;

    public function __construct()
    {
        $this->dir = new TempDir();
        $this->socket = $this->dir->file('sock');
        mkdir($this->dir->file('data'));
        file_put_contents($this->dir->file('init.sql'), "CREATE DATABASE shop;\n");
        $programs = array_filter(['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd'], is_executable(...));
        $this->process = new Process([
            reset($programs) ?: throw new Failure("mariadbd is not installed: run 'tools/setup test'"),
            '--no-defaults',
            '--user=' . trim((string) shell_exec('id -un')),
            "--datadir={$this->dir->file('data')}",
            "--socket=$this->socket",
            "--init-file={$this->dir->file('init.sql')}",
            // Without the tables of its users, it is ready in a moment.
            '--skip-networking', '--skip-grant-tables',
            '--innodb-buffer-pool-size=8M', '--innodb-log-file-size=4M', '--innodb-flush-log-at-trx-commit=0',
        ], $this->dir->file('log'));
        Check::eventually(fn (): bool => $this->greets(), 60, 'mariadbd answers');
    }

    /** Returns the arguments of PDO by which a process connects, as PHP code. */
    public function connect(): string
    {
        return "'mysql:unix_socket=$this->socket;dbname=shop', 'root'";
    }

    /** A server that is ready sends the first bytes of a connection. */
    private function greets(): bool
    {
        if (!$this->process->running()) {
            throw new Failure("mariadbd has ended:\n" . $this->dir->read('log'));
        }
        $connection = @stream_socket_client("unix://$this->socket", timeout: 1);
        if ($connection === false) {
            return false;
        }
        stream_set_timeout($connection, 1);

        return (string) fread($connection, 4) !== '';
    }
}
