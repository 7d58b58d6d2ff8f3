--TEST--
In a slot that moves each script of shares does what it does elsewhere, or nothing; only a claim may end in between, and then the key is free
--FILE--
<?php
$set = ClusterSet::start();
$seen = Together::each(SlotTable::keys($set, 4), static function (string $key, int $part) use ($set): array {
    [$ours, $other, $third] = [Script::share(2), Script::share(), Script::share()];
    [$next, $after] = [Script::share(2), Script::share(3)];
    $share = static fn (string $token, int $ms): array => ['ZADD', 'KEY', "in:$ms", $token];
    $ends = ['PEXPIRE', 'KEY', 20_000];
    $locks = [
        'free' => [],
        'ours' => [$share($ours, 20_000), $ends],
        'ours beside another' => [$share($ours, 10_000), $share($other, 20_000), $ends],
        'ours beside a dead one' => [$share($other, -500), $share($ours, 20_000), $ends],
        "another's" => [$share($other, 20_000), $ends],
        "another's beside a dead one" => [$share($other, 20_000), $share($third, -500), $ends],
        'two others' => [$share($other, 10_000), $share($third, 20_000), $ends],
        'ours, above a dead one of Symfony' => [$share($ours, 20_000), $share('theirs', -500), $ends],
        'our claim' => [['SET', 'KEY', $ours, 'PX', 1000]],
        'a lock' => [['SET', 'KEY', 'other', 'PX', 20_000]],
        'a claim that nobody reads' => [['SET', 'KEY', 'other', 'PX', 1000], ['RPUSH', 'KEY:wake:{KEY}:other', 'yours']],
    ];
    $lines = [
        [], [$ours], ['a'], [$next], ['dead', 'gone'], [$ours, 'a'], [$ours, $next], [$next, $ours], [$next, $after, $ours],
        ['a', $ours, $next], ['dead', 'gone', $next, 'a'],
    ];
    /** @var array<string, array{callable(RedisClient, string): mixed, bool}> the script, and whether it has a queue */
    $scripts = [
        'acquire' => [static fn ($at, $key) => Script::acquire($at, $key, $ours), true],
        'join' => [static fn ($at, $key) => Script::acquire($at, $key, $ours, joins: true), true],
        'join with a low ticket' => [static fn ($at, $key) => Script::acquire($at, $key, $ours, ticket: 1, joins: 'woken'), true],
        'release' => [static fn ($at, $key) => Script::release($at, $key, $ours), true],
        'adopt' => [static fn ($at, $key) => Script::adopt($at, $key, $next, from: $ours), false],
        'expire' => [static fn ($at, $key) => Script::expire($at, $key, $ours), false],
        'renew' => [static fn ($at, $key) => Script::renew($at, $key, $ours), false],
        'take' => [static fn ($at, $key) => Script::take($at, $key, $ours), false],
        'free' => [static fn ($at, $key) => Script::free($at, $key, $ours), false],
    ];
    // Each part plays one script with a queue, and one or two without.
    $parts = [['acquire', 'adopt'], ['join', 'expire', 'renew'], ['join with a low ticket', 'take'], ['release', 'free']];
    $table = new SlotTable($set, $key);
    foreach ($parts[$part] as $name) {
        [$script, $hasQueue] = $scripts[$name];
        // A set takes the place of a string, and in between the key does not exist.
        $claims = in_array($name, ['release', 'free', 'adopt', 'expire', 'renew'], true) ? [] : ['our claim', 'a claim that nobody reads'];
        $table->play($name, $script, $locks, $hasQueue ? $lines : [[]], mayBeInterrupted: $claims);
    }

    return [$table->whole, $table->nothing, $table->interrupted];
});
[$whole, $nothing, $interrupted] = array_map(static fn (int $at): int => array_sum(array_column($seen, $at)), [0, 1, 2]);
Check::true($whole > 200 && $nothing > 200 && $interrupted > 0, "all were seen: $whole, $nothing, $interrupted");
echo 'done';
?>
--EXPECT--
done
