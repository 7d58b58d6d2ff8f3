<?php
/*
 * The process that holds the lock of a background event, because schedule:run ends while the event still runs. This object
 * starts it, gives it the order over a pipe, where no other process reads the password of Redis, and hears whether it got the
 * lock. The end of the pipe tells it that the event has been started. EventLock uses it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Scheduling;

use Illuminate\Console\Application;
use RuntimeException;
use SensitiveParameter;

final class EventKeeper
{
    private const SCRIPT = 'bin/keep-event.php';

    /** Seconds for PHP to start and for Redis to answer, on a busy machine too. */
    private const PATIENCE = 15;

    /**
     * @param resource $process
     * @param resource $orders
     */
    private function __construct(private mixed $process, private mixed $orders)
    {
    }

    /**
     * Starts a process that acquires the lock, and returns the process and the owner token.
     *
     * @param array{settings: array<string, mixed>, key: string, token: ?string, variable: string} $order
     * @return array{self, string}|null null: another owner has the lock
     * @throws RuntimeException if there is no such process, which then holds no lock either
     */
    public static function start(string $name, #[SensitiveParameter] array $order): ?array
    {
        if (!function_exists('proc_open')) {
            throw new RuntimeException('php.ini switches proc_open() off');
        }
        // A shell that ends at once leaves no dead process behind, and lets the keeper ignore Ctrl-C, as the command does.
        $script = dirname(__DIR__, 2) . '/' . self::SCRIPT;
        $command = Application::phpBinary() . ' ' . escapeshellarg($script) . ' ' . escapeshellarg($name) . ' &';
        $nothing = ['file', '/dev/null', 'r+'];
        $process = @proc_open($command, [$nothing, $nothing, $nothing, ['pipe', 'r'], ['pipe', 'w']], $pipes);
        if (!is_resource($process)) {
            throw new RuntimeException('PHP could not start a process');
        }
        /** @var array<int, resource> $pipes */
        [3 => $orders, 4 => $answers] = $pipes;
        $keeper = new self($process, $orders);
        // A process that has died already gets no order, and its answer is missing.
        @fwrite($orders, base64_encode(serialize($order)) . "\n");
        $words = explode(' ', self::answer($answers), 2);
        if ($words[0] === 'granted') {
            return [$keeper, $words[1] ?? ''];
        }
        $keeper->leave();

        return $words[0] === 'refused' ? null : throw new RuntimeException(match ($words[0]) {
            'failed' => $words[1] ?? '',
            default => 'the process did not answer, perhaps because the PHP of the command line does not load redis_mutex_lock',
        });
    }

    /** Lets the process hold the lock until the event has ended, which is now if no process of the event runs. */
    public function leave(): void
    {
        if (is_resource($this->orders)) {
            fclose($this->orders);
            proc_close($this->process);
        }
    }

    /** @param resource $pipe */
    private static function answer(mixed $pipe): string
    {
        $end = hrtime(true) / 1e9 + self::PATIENCE;
        $line = '';
        stream_set_blocking($pipe, false);
        while (!str_contains($line, "\n") && !feof($pipe) && hrtime(true) / 1e9 < $end) {
            [$read, $write, $except] = [[$pipe], null, null];
            // A signal ends the wait early, with a warning.
            @stream_select($read, $write, $except, 1, 0);
            $line .= (string) fread($pipe, 4096);
        }
        fclose($pipe);

        return rtrim($line, "\n");
    }
}
