<?php

declare(strict_types=1);

/*
 * What a lock costs: RedisMutexLock beside other libraries, in one run.
 *     php -d extension=target/release/libredis_mutex_lock.so bench/run.php [options]
 * --part=pairs    only this part, and its section of the page goes to the terminal; without it the run measures all parts,
 *                 and writes docs/speed.md, docs/zh-CN/speed.md, their plots and bench/figures.json
 * --base=PATH     also the library of another commit, in the same rounds: in the parts `handover`, `server` and `fibers`
 * --seconds=1     length of one measurement
 * --rounds=7      measurements of each contestant; the contestants take turns, and the medians are printed
 * --quick         tries whether the parts work, with small counts, and proves nothing
 * --root=FOLDER   writes the pages and plots below this folder
 * The exit status is 1 if a target is missed, and 2 if a part cannot run. The machine should do nothing else meanwhile.
 */

require __DIR__ . '/load.php';

/** The parts that compare with the base. */
const WITH_BASE = ['handover', 'server', 'fibers'];

function usage(): never
{
    $parts = implode('|', array_keys(Parts::all()));
    fwrite(STDERR, "usage: run.php [--part=$parts] [--base=PATH] [--seconds=0.05 to 30] [--rounds=1 to 100] [--quick] [--root=FOLDER]\n");
    exit(2);
}

$options = [];
foreach (array_slice($argv, 1) as $argument) {
    preg_match('/^--(?:(seconds|rounds|part|base|root)=(.+)|(quick))$/', $argument, $option) ?: usage();
    $options[$option[3] ?? $option[1]] = $option[2];
}
$quick = isset($options['quick']);
$seconds = (float) ($options['seconds'] ?? ($quick ? 0.05 : 1));
$rounds = (int) ($options['rounds'] ?? ($quick ? 1 : 7));
$parts = isset($options['part']) ? [$options['part']] : array_keys(Parts::all());
$base = isset($options['base']) ? (realpath($options['base']) ?: usage()) : null;
if ($seconds < 0.05 || $seconds > 30 || $rounds < 1 || $rounds > 100 || array_diff($parts, array_keys(Parts::all()))) {
    usage();
}
if ($base !== null && !array_intersect($parts, WITH_BASE)) {
    fwrite(STDERR, 'Only these parts compare with another library of this extension: ' . implode(', ', WITH_BASE) . ".\n");
    exit(2);
}
if (!class_exists('RedisMutexLock') || !class_exists('Redis')) {
    fwrite(STDERR, "The benchmark needs the extension (php -d extension=/PATH/OF/IT.so …) and phpredis (apt-get install php-redis).\n");
    exit(2);
}

$part = $parts[0];
$began = microtime(true);
try {
    $run = new Run($seconds, $rounds, $quick, $base);
    // Processes that the classes of the tests start load the same library.
    putenv("REDIS_MUTEX_LOCK_SO={$run->contestants->library}");
    foreach ($parts as $part) {
        $partBegan = microtime(true);
        Parts::load($part);
        $run->trust->look($quick ? 0.05 : 0.5);
        try {
            ('measure_' . $part)($run);
        } catch (CannotRun $e) {
            throw $e;
        } catch (RuntimeException | Tests\Failure $e) {
            // A busy machine may be too slow for a sentinel or a lease, and the other parts have taken minutes.
            echo "\nThe part $part failed and begins again: {$e->getMessage()}\n";
            ('measure_' . $part)($run);
        }
        $run->trust->look($quick ? 0.05 : 0.5);
        printf("\n%s\n(part %s: %.1f minutes)\n", (new SpeedPage($run->results, 'en'))->section($part), $part, (microtime(true) - $partBegan) / 60);
    }
} catch (CannotRun $e) {
    fwrite(STDERR, "\nThe part '$part' cannot run: {$e->getMessage()}\n");
    exit(2);
}
if (!isset($options['part'])) {
    write_pages($run, $options['root'] ?? dirname(__DIR__));
}
$reached = $run->targets->reached();
printf("%.1f minutes\n", (microtime(true) - $began) / 60);
exit($reached ? 0 : 1);
