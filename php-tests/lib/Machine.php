<?php
/*
 * A machine of several that have the same cron job, whose clock differs from the true time. Its process waits until the job's
 * moment has come by its own clock, as cron does, and then runs the job of the guide. The code of the page reads the clock by
 * gmdate(), for which the machine has a function of its own. Used by php-tests/recipes.
 */

declare(strict_types=1);

namespace Tests;

final class Machine
{
    /**
     * Starts the machine. Send it the true time at which a right clock shows midnight, when the job is due. The machine
     * says `worked` when the job has ended, or `silent` if the job has printed nothing.
     *
     * @param string $job PHP code, which may use $argv[1], the URL of the server
     * @param float $late seconds by which its clock is behind the true time
     */
    public static function start(string $job, float $late, string $url): Worker
    {
        $midnight = strtotime('2026-11-27 00:00:00 UTC');
        $code = <<<PHP
            namespace Machine;

            use PDO;
            use RedisMutexLock;
            use RedisMutexLockTimeoutException;
            use RuntimeException;

            function clock(): float
            {
                return microtime(true) - AT - $late + $midnight;
            }
            function gmdate(string \$format): string
            {
                return \\gmdate(\$format, (int) floor(clock()));
            }
            register_shutdown_function(static function (): void {
                say((ob_get_clean() ?: '') === '' ? 'silent' : 'worked');
            });
            say('ready');
            define('Machine\\AT', (float) hear());
            while (clock() < $midnight) {
                usleep(1000);
            }
            ob_start();
            $job
            PHP;

        $machine = Worker::run($code, [$url], modules: ['pdo_sqlite']);
        $machine->expect('ready', 60);

        return $machine;
    }
}
