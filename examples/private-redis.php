<?php

declare(strict_types=1);

/**
 * A private Redis server on a free port of 127.0.0.1 and on a Unix socket, which writes nothing to disk. The server ends with
 * this process, unless `kill -9` ends the process and leaves the server behind.
 */
final class PrivateRedis
{
    public int $port;
    public readonly string $socket;

    /** @var resource the server's process */
    private $process;
    private readonly string $directory;
    private readonly int $owner;

    /** @param list<string> $launcher a command to start the server through, for example ['taskset', '-c', '1'] */
    public function __construct(array $launcher = [])
    {
        $this->owner = posix_getpid();

        // A signal must run the shutdown functions too, but not before this object knows which process they stop.
        pcntl_async_signals(false);
        self::onSignal(static function (int $signal): never {
            self::onSignal(SIG_IGN); // a second Ctrl-C would leave the rest of the shutdown undone
            exit(128 + $signal);
        });
        register_shutdown_function(function (): void {
            self::onSignal(SIG_IGN);
            // Registered only now, so that it runs last, because the processes that use the server must stop first.
            register_shutdown_function($this->stop(...));
        });

        $this->directory = sys_get_temp_dir() . '/private-redis-' . bin2hex(random_bytes(6));
        mkdir($this->directory, 0700);
        $this->socket = "$this->directory/redis.sock";
        // Another program may take the free port before the server does.
        for ($attempt = 1; !$this->answersAt(self::freePort(), $launcher); $attempt++) {
            $log = file_get_contents("$this->directory/log");
            if ($attempt === 5 || !str_contains($log, 'Address already in use')) {
                throw new RuntimeException("The private Redis did not start. Is redis-server installed?\n$log");
            }
        }
    }

    public function url(): string
    {
        return "redis://127.0.0.1:$this->port/0";
    }

    public function version(): string
    {
        /** @var array<string, string> $info */
        $info = $this->connect()->info('server');

        return $info['redis_version'];
    }

    public function connect(): Redis
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $this->port);

        return $redis;
    }

    /** Kills the server, which has no time for a word to its clients. */
    public function kill(): void
    {
        proc_terminate($this->process, SIGKILL);
    }

    public function stop(): void
    {
        // A forked child, which runs its parent's shutdown functions too, must not stop the server.
        if (posix_getpid() !== $this->owner || !is_dir($this->directory)) {
            return;
        }
        for ($i = 0; $i < 300 && $this->running(); $i++) {
            proc_terminate($this->process, $i < 200 ? SIGTERM : SIGKILL);
            usleep(10_000);
        }
        array_map(unlink(...), glob("$this->directory/*"));
        rmdir($this->directory);
    }

    private static function onSignal(callable|int $action): void
    {
        foreach ([SIGINT, SIGTERM, SIGHUP] as $signal) {
            pcntl_signal($signal, $action);
        }
    }

    private static function freePort(): int
    {
        $probe = stream_socket_server('tcp://127.0.0.1:0');

        return (int) substr(strrchr(stream_socket_get_name($probe, false), ':'), 1);
    }

    /**
     * Starts the server at this port, and returns whether it answers.
     *
     * @param list<string> $launcher
     */
    private function answersAt(int $port, array $launcher): bool
    {
        $this->port = $port;
        $log = ['file', "$this->directory/log", 'w'];
        $server = getenv('REDIS_SERVER') ?: 'redis-server';
        // While no process is known, a signal would find nothing to stop and leave the new one behind.
        pcntl_async_signals(false);
        $this->process = proc_open([
            'setsid', ...$launcher, $server, // Ctrl-C goes to this process alone, which then stops the server
            '--bind', '127.0.0.1', '--port', (string) $port, '--unixsocket', $this->socket,
            '--save', '', '--appendonly', 'no', '--dir', $this->directory,
        ], [['file', '/dev/null', 'r'], $log, $log], $pipes) ?: throw new RuntimeException('No process could be started.');
        pcntl_async_signals(true);
        pcntl_signal_dispatch();
        // A busy machine may let it stand for many seconds before it accepts its first connection.
        for ($i = 0; $i < 3000 && $this->running(); $i++) {
            $connection = @stream_socket_client("unix://$this->socket");
            if ($connection && fwrite($connection, "PING\r\n") && fgets($connection) === "+PONG\r\n") {
                return true;
            }
            usleep(10_000);
        }

        return false;
    }

    private function running(): bool
    {
        return isset($this->process) && proc_get_status($this->process)['running'];
    }
}
