--TEST--
Processes whose scripts know no quorum wait at the same keys as processes that pass their keys on: either hands over to the other, nobody is in twice, and nothing is left
--FILE--
<?php
$redis = RedisServer::shared()->client();
$versions = ['before', 'now'];
/** Asks by the scripts of a version. A token of the present one says whose keys were passed on to it, or ''. */
$acquire = static fn (RedisClient $redis, string $version, string $key, string $token, string $passedBy, mixed ...$more): mixed =>
    $version === 'now'
        ? Script::acquire($redis, $key, $token, ...$more, passedBy: $passedBy)
        : Script::acquireBefore($redis, $key, $token, ...$more);
$release = static fn (RedisClient $redis, string $version, string $key, string $token): mixed =>
    $version === 'now' ? Script::release($redis, $key, $token, forGood: true) : Script::releaseBefore($redis, $key, $token);
/** The token that a word of a wake list names, or ''. */
$names = static fn (string $word): string => preg_match('/^yours (.+) \d+$/', $word, $parts) === 1 ? $parts[1] : '';
/** Runs the calls in one moment, so the time that this test takes makes no difference. */
$atOnce = static function (callable ...$calls) use ($redis): array {
    $redis->call('MULTI');
    array_map(static fn (callable $call) => $call(), $calls);

    return $redis->call('EXEC');
};

// Each of three owners, one behind the other, is of either version, and so is who looks at a claim from outside.
foreach ($versions as $first) {
    foreach ($versions as $second) {
        foreach ($versions as $third) {
            foreach ($versions as $watcher) {
                $what = "$first, $second, $third, watched by $watcher";
                $key = Check::unique('mixed');
                $acquire($redis, $first, $key, 'a1', '', joins: true);
                foreach (['b2' => $second, 'c3' => $third] as $token => $version) {
                    $tickets[$token] = $acquire($redis, $version, $key, $token, '', joins: 'newcomer')[2];
                }
                Check::same($first === 'now' ? 2 : 1, $release($redis, $first, $key, 'a1'), "$what: the release");
                Check::same($first === 'now' ? ['yours from a1'] : ['yours'], Script::wakeUps($redis, $key, 'b2'), "$what: woken");
                Check::same(['first'], Script::wakeUps($redis, $key, 'c3'), "$what: who watches");

                // The wake-up of b2 lies unread, or it says another end of the claim, while the key of b2 ends in 900 ms.
                $word = $redis->call('LINDEX', "$key:wake:{{$key}}:b2", 0);
                $wake = "$key:wake:{{$key}}:b2";
                $looks = static fn (int $ends, int $lies): array => array_slice($atOnce(
                    static fn () => $redis->call('DEL', $wake),
                    static fn () => $redis->call('RPUSH', $wake, preg_replace('/\d+$/', (string) $ends, $word)),
                    static fn () => $redis->call('PEXPIRE', $wake, $lies),
                    static fn () => $redis->call('SET', $key, 'b2', 'PX', 900),
                    static fn () => $acquire($redis, $watcher, $key, 'w', ''),
                    static fn () => $redis->call('GET', $key),
                ), -2);
                $now = $redis->call('TIME')[0] * 1000;
                Check::same([[0], 'b2'], $looks($now + 60_000, 3000), "$what: a claim of this moment");
                Check::same([[0], 'b2'], $looks($now - 60_000, 2700), "$what: a lease beside the wake-up of a claim before");
                Check::same([[0], 'c3'], $looks($now + 60_000, 2700), "$what: a claim that nobody reads goes to the next");

                // The one that was passed over takes its place again, and gets the key from the other.
                $word = $redis->call('LINDEX', "$key:wake:{{$key}}:c3", -1);
                Check::same('', $names($word), "$what: nobody has passed keys on");
                Check::same(1, $acquire($redis, $third, $key, 'c3', '', ticket: $tickets['c3'], joins: 'woken')[0], "$what: a claim");
                $redis->call('DEL', $wake);
                $place = $acquire($redis, $second, $key, 'b2', '', ticket: $tickets['b2'], joins: true);
                Check::same($second === 'now' ? 'c3' : null, $place[4] ?? null, "$what: who holds it");
                [$released, $reply] = $atOnce(
                    static fn () => $release($redis, $third, $key, 'c3'),
                    static fn () => $acquire($redis, $second, $key, 'b2', '', ticket: $tickets['b2'], joins: true),
                );
                Check::same($third === 'now' ? 2 : 1, $released, "$what: the second release");
                $by = $second === 'now' && $third === 'now' ? 'c3' : null;
                Check::same([1, $by], [$reply[0], $reply[2] ?? null], "$what: granted, and by whom");
                Check::same(1, $release($redis, $second, $key, 'b2'), "$what: the last release");
                $redis->call('DEL', "$key:wake:{{$key}}:c3");
                Check::same([], $redis->call('KEYS', "$key*"), "$what: what is left");
            }
        }
    }
}

// Processes of both versions, which begin when all of them wait. A token is used once, and whoever has the key finds nobody
// else inside.
$key = Check::unique('both');
$redis->call('SET', $key, 'start', 'PX', 60_000);
$redis->call('SET', "$key-last", 'nobody');
$counts = Together::each(
    ['start', 'before', 'now', 'before', 'now', 'before', 'now'],
    static function (string $version, int $id) use ($key, $acquire, $release, $names): array {
        $redis = RedisServer::shared()->client();
        if ($version === 'start') {
            Check::eventually(static fn (): bool => $redis->call('ZCOUNT', "$key:q", 1, '+inf') === 6, 20, 'all wait');
            Check::same(1, Script::releaseBefore($redis, $key, 'start'), 'the first release');

            return [$version, []];
        }
        $from = ['before' => 0, 'now' => 0, 'nobody' => 0];
        $end = Deadline::in(100);
        for ($round = 0; $round < 40; $round++) {
            $token = "$version.$id.$round";
            [$ticket, $joins, $by, $woken] = [null, 'newcomer', '', false];
            while (true) {
                Check::true(!$end->passed(), "$token waits without end");
                $reply = $acquire($redis, $version, $key, $token, $by, ticket: $ticket, joins: $joins);
                if ($reply[0] === 1) {
                    break;
                }
                [$ticket, $joins] = [$reply[2], true];
                $popped = $redis->call('BLPOP', "$key:wake:{{$key}}:$token", '0.2');
                if ($popped !== null && $popped[1] !== 'first') {
                    [$joins, $by, $woken] = ['woken', $names($popped[1]), true];
                }
            }
            Check::same(1, $redis->call('INCR', "$key-inside"), "$token is alone");
            $from[$woken ? explode('.', $redis->call('GET', "$key-last"))[0] : 'nobody']++;
            Check::true($by === '' || str_starts_with($by, 'now.'), "$token: only the present version passes keys on: $by");
            $redis->call('SET', "$key-last", $token);
            usleep(random_int(0, 500));
            Check::same(0, $redis->call('DECR', "$key-inside"), "$token was alone");
            Check::between(1, 2, $release($redis, $version, $key, $token), "$token: the release");
        }

        return [$version, $from];
    },
    most: 7,
);
foreach ($versions as $version) {
    $from = array_column(array_filter($counts, static fn (array $it): bool => $it[0] === $version), 1);
    $other = $version === 'now' ? 'before' : 'now';
    Check::true(array_sum(array_column($from, $other)) > 0, "a process of $version gets the key from one of $other");
}
$redis->call('DEL', "$key-inside", "$key-last");
Check::eventually(static fn (): bool => $redis->call('KEYS', "$key*") === [], 5, 'nothing is left');
echo 'done';
?>
--EXPECT--
done
