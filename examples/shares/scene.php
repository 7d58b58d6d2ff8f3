<?php

declare(strict_types=1);

/*
 * A service that takes three calls at a time and refuses more, called by 30 processes: without a limit, and with lockShared().
 * demo.php shows it.
 */

const CALLERS = 30;
const CALLS_EACH = 4;
const AT_A_TIME = 3;

/** Calls the service once, which takes 20 ms. Returns whether it has taken the call. */
function call_service(Redis $redis): bool
{
    $inside = $redis->incr('service:inside');
    usleep(20_000);
    $redis->decr('service:inside');
    $taken = $inside <= AT_A_TIME;
    $redis->incr($taken ? 'service:taken' : 'service:refused');

    return $taken;
}

/**
 * @param callable(Redis, PrivateRedis): void $work the calls of one process
 * @return array{taken: int, refused: int, failed: int, seconds: float}
 */
function service_day(PrivateRedis $server, string $label, callable $work): array
{
    $redis = $server->connect();
    $redis->flushDb();
    $progress = new Progress($label);
    $audit = static fn (): array => [(int) $redis->get('service:taken'), (int) $redis->get('service:refused')];
    $text = static fn (int $taken, int $refused): string => sprintf('%d calls taken, %d refused', $taken, $refused);
    $failed = at_once(
        CALLERS,
        static fn () => $work($server->connect(), $server), // every process has its own connection
        static fn () => $progress->show($text(...$audit())),
    );
    [$taken, $refused] = $audit();
    $good = [$taken, $refused] === [CALLERS * CALLS_EACH, 0];

    return ['taken' => $taken, 'refused' => $refused, 'failed' => $failed, 'seconds' => $progress->done($text($taken, $refused), $good)];
}

return static function (PrivateRedis $server): array {
    printf("\nA service takes %d calls at a time and refuses more. %d processes call it\n", AT_A_TIME, CALLERS);
    printf("%d times each. A call takes 20 ms.\n\n", CALLS_EACH);

    service_day($server, 'without a limit', static function (Redis $redis): void {
        for ($i = 0; $i < CALLS_EACH; $i++) {
            call_service($redis);
        }
    });
    $day = service_day($server, 'RedisMutexLock', static function (Redis $redis, PrivateRedis $server): void {
        $lock = new RedisMutexLock($server->url() . '?retry_for=' . RETRY_FOR);
        for ($i = 0; $i < CALLS_EACH; $i++) {
            $lock->synchronizedShared('service', static fn (): bool => call_service($redis), timeout: 60, limit: AT_A_TIME);
        }
    });
    printf(
        <<<'TEXT'

        All processes wait in one queue, so each has its turn. With %d at a time the
        service can take %.0f calls a second. It took %.0f, with the start of the
        processes included.

        TEXT,
        AT_A_TIME, AT_A_TIME / 0.02, $day['taken'] / $day['seconds'],
    );
    $next = <<<'TEXT'

    What you can do next: read docs/several.md, and write

      $lock = new RedisMutexLock('redis://127.0.0.1:6379');
      $lock->synchronizedShared('service', fn () => call(), limit: 3);

    TEXT;

    return [[$day['taken'], $day['refused'], $day['failed']] === [CALLERS * CALLS_EACH, 0, 0], $next];
};
