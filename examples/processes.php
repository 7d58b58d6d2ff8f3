<?php

declare(strict_types=1);

/**
 * Runs $work(0), $work(1), … in as many processes, which all start at the same moment. Calls $watch every 50 ms until the
 * last one has ended. Returns how many processes failed.
 */
function at_once(int $processes, callable $work, callable $watch): int
{
    [$gun, $trigger] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

    $children = [];
    $parent = getmypid();
    register_shutdown_function(static function () use (&$children, $parent): void {
        // After Ctrl-C some processes may be left. A forked child runs this too, but has no children.
        foreach (getmypid() === $parent ? $children : [] as $pid) {
            posix_kill($pid, SIGKILL);
        }
    });

    for ($number = 0; $number < $processes; $number++) {
        $pid = pcntl_fork();
        if ($pid === -1) {
            throw new RuntimeException('Could not fork: ' . pcntl_strerror(pcntl_get_last_error()));
        }
        if ($pid === 0) {
            array_map(static fn (int $signal) => pcntl_signal($signal, SIG_DFL), [SIGINT, SIGTERM, SIGHUP]);
            fclose($trigger);
            fwrite($gun, '.');
            fread($gun, 1); // nobody writes to this pipe: the read ends when the parent closes it
            try {
                $work($number);
                exit(0);
            } catch (Throwable $e) {
                fprintf(STDERR, "\nprocess %d: %s: %s\n", $number, $e::class, $e->getMessage());
                exit(1);
            }
        }
        $children[$pid] = $pid;
    }

    for ($ready = 0; $ready < $processes; $ready++) {
        fread($trigger, 1);
    }
    fclose($trigger);

    $failed = 0;
    while ($children) {
        usleep(50_000);
        while (($pid = pcntl_wait($status, WNOHANG)) > 0) {
            unset($children[$pid]);
            $failed += $status === 0 ? 0 : 1;
        }
        $watch();
    }

    return $failed;
}
