--TEST--
stats and phpinfo count each renewal that the server granted, and each that had no answer
--FILE--
<?php
/** The counters of renewal as phpinfo() shows them. */
function shown(): array
{
    ob_start();
    phpinfo(INFO_MODULES);
    preg_match_all('/^(renewed|renewal_errors|lost) => (\d+)$/m', (string) ob_get_clean(), $rows);

    return array_map(intval(...), array_combine($rows[1], $rows[2]));
}

/** The counters of renewal as stats() shows them. */
function reported(): array
{
    return array_intersect_key(RedisMutexLock::stats(), ['renewed' => 0, 'renewal_errors' => 0, 'lost' => 0]);
}

/** The counters of both, read without a renewal in between. */
function both(string $when): array
{
    Check::eventually(function () use (&$reported): bool {
        $reported = reported();

        return shown() === $reported;
    }, 5, "$when: phpinfo says what stats say");

    return $reported;
}

$server = RedisServer::shared();
$proxy = Proxy::to($server);
$renew = ['with' => Script::sha('renew')];
$answered = static fn (): int => count(array_filter(
    $proxy->log(),
    static fn (array $seen): bool => $seen['did'] === 'pass' && in_array(Script::sha('renew'), $seen['words'], true),
));
$name = Check::unique('counted');
$lock = new RedisMutexLock([...$proxy->config(), 'lease' => 4.5, 'command_timeout' => 0.6]);
$none = ['renewed' => 0, 'renewal_errors' => 0, 'lost' => 0];
Check::same($none, both('a process that has renewed nothing'), 'at first');
Check::same(['acquired' => 1, 'connections_opened' => 1], Stats::moved(fn () => $lock->lock($name, expire: null)), 'lock alone');
Check::eventually(fn (): bool => reported()['renewed'] >= 2, 10, 'renewals are counted');
$reported = both('after renewals');
Check::same([0, 0], [$reported['renewal_errors'], $reported['lost']], 'nothing went wrong');
// The proxy sees a renewal before it is counted. A renewal with a script that the server does not know is not counted.
Check::between($reported['renewed'], $reported['renewed'] + 2, $answered(), 'renewals that the server has answered');

// Cut off and silent: each try counts as an error, and none as a renewal.
foreach (['cutBefore', 'cutAfter', 'stall'] as $trouble) {
    $proxy->rule($renew + ['times' => 2, 'do' => $trouble]);
    $before = reported();
    Check::eventually(fn (): bool => reported()['renewal_errors'] >= $before['renewal_errors'] + 2, 10, "$trouble: errors are counted");
    Check::eventually(fn (): bool => reported()['renewed'] > $before['renewed'], 10, "$trouble: renewed after all");
    Check::same($before['renewal_errors'] + 2, reported()['renewal_errors'], "$trouble: as many errors as there were");
    Check::same(0, both($trouble)['lost'], "$trouble: nothing is lost");
    $proxy->clear();
}

// No server at all, until the lock is lost.
$before = reported();
$proxy->down();
Check::eventually(fn (): bool => reported()['lost'] === 1, 10, 'lost in the end');
$reported = both('away');
Check::between($before['renewal_errors'] + 2, $before['renewal_errors'] + 40, $reported['renewal_errors'], 'errors while it was away');
Check::between($before['renewed'], $before['renewed'] + 1, $reported['renewed'], 'renewals while it was away');
$proxy->up();
// The longest pause between two tries is 320 ms.
usleep(500_000);
Check::same($reported, both('at the end'), 'a lost lock is not tried again');
$released = RedisMutexLock::stats()['released'];
Check::same([false, $released], [$lock->unlock($name), RedisMutexLock::stats()['released']], 'nor released');
echo 'done';
?>
--EXPECT--
done
