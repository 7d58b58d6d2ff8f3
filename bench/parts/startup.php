<?php

declare(strict_types=1);

/** The time that loading the extension adds to a PHP process that does nothing. */
function measure_startup(Verdicts $verdicts): void
{
    preg_match('~/.*redis_mutex_lock.*\.so$~m', file_get_contents('/proc/self/maps'), $loaded)
        || throw new RuntimeException('No redis_mutex_lock.so is loaded.');
    $pin = ['taskset', '-c', (string) two_cpus()[0]];
    $milliseconds = static function (string ...$options) use ($pin): float {
        $start = hrtime(true);
        proc_close(proc_open([...$pin, PHP_BINARY, '-n', ...$options, '-r', ''], [], $pipes));

        return (hrtime(true) - $start) / 1e6;
    };

    $differences = $without = [];
    for ($i = 0; $i < 200; $i++) {
        // In turns, and in both orders.
        $runs = [[], ['-d', "extension=$loaded[0]"]];
        foreach ($i % 2 ? [0, 1] : [1, 0] as $which) {
            $took[$which] = $milliseconds(...$runs[$which]);
        }
        $without[] = $took[0];
        $differences[] = $took[1] - $took[0];
    }
    printf("\nStart of php -n: %.2f ms; with the extension %+.2f ms (medians of 200)\n", median($without), median($differences));
    $verdicts->atMost(1.0, median($differences), 'ms more for the start of PHP');
}
