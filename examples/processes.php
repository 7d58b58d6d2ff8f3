<?php

declare(strict_types=1);

/**
 * Runs $work in this number of processes, which all start at the same moment, and calls $watch every 50 ms until the last
 * process has ended. Returns how many processes failed.
 */
function at_once(int $processes, callable $work, callable $watch): int
{
    $signals = [SIGINT, SIGTERM, SIGHUP];
    [$gun, $trigger] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)
        ?: throw new RuntimeException('Could not make a pair of sockets.');

    $children = [];
    $parent = getmypid();
    register_shutdown_function(static function () use (&$children, $parent): void {
        // A signal may end the parent first. A forked child, which runs this function too, must not end its siblings.
        foreach (getmypid() === $parent ? $children : [] as $pid) {
            posix_kill($pid, SIGKILL);
            $status = 0;
            pcntl_waitpid($pid, $status);
        }
    });

    // A signal waits until the parent knows the new child, and until the child has given up its parent's handlers.
    pcntl_sigprocmask(SIG_BLOCK, $signals);
    for ($number = 0; $number < $processes; $number++) {
        $pid = pcntl_fork();
        if ($pid === -1) {
            throw new RuntimeException('Could not fork: ' . pcntl_strerror(pcntl_get_last_error()));
        }
        if ($pid === 0) {
            array_map(static fn (int $signal) => pcntl_signal($signal, SIG_DFL), $signals);
            pcntl_sigprocmask(SIG_UNBLOCK, $signals);
            fclose($trigger);
            fread($gun, 1); // nobody writes, so it returns when the parent and every child have closed the other end
            try {
                $work();
                exit(0);
            } catch (Throwable $e) {
                fprintf(STDERR, "\nprocess %d: %s: %s\n", $number, $e::class, $e->getMessage());
                exit(1);
            }
        }
        $children[$pid] = $pid;
    }
    fclose($gun);
    fclose($trigger);
    pcntl_sigprocmask(SIG_UNBLOCK, $signals);

    $failed = 0;
    while ($children) {
        usleep(50_000);
        foreach ($children as $pid) {
            $status = 0;
            if (pcntl_waitpid($pid, $status, WNOHANG) === $pid) {
                unset($children[$pid]);
                $failed += $status === 0 ? 0 : 1;
            }
        }
        $watch();
    }

    return $failed;
}
