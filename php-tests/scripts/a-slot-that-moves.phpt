--TEST--
In a slot that moves each script does what it does elsewhere, or nothing: for every state of its keys, and each of them at the source or moved already
--FILE--
<?php
$set = ClusterSet::start();
// The scripts are played in four parts at the same time, each with the keys of one slot.
$seen = Together::each(SlotTable::keys($set, 4), static function (string $key, int $part) use ($set): array {
    // The wake-up of a claim. 'other' has not read it.
    $wake = 'KEY:wake:{KEY}:other';
    $locks = [
        'free' => [],
        'ours' => [['SET', 'KEY', 'ours', 'PX', 20_000]],
        "another's" => [['SET', 'KEY', 'other', 'PX', 20_000]],
        'a claim' => [['SET', 'KEY', 'other', 'PX', 1000]],
        'a claim that nobody reads' => [['SET', 'KEY', 'other', 'PX', 1000], ['RPUSH', $wake, 'yours']],
    ];
    $lines = [[], ['ours'], ['a'], ['dead'], ['dead', 'gone'], ['ours', 'a'], ['a', 'ours'], ['a', 'b', 'ours'], ['dead', 'gone', 'a']];
    $fences = ['no fence' => [], 'a fence' => [['HSET', 'KEY:f', 'fence', '9000000000000', 'token', 'old']]];
    /** @var array<string, array{callable(RedisClient, string): mixed, bool, bool}> the script, whether it has a queue, and a fence */
    $scripts = [
        'acquire' => [static fn ($at, $key) => Script::acquire($at, $key), true, false],
        'acquire with a fence' => [static fn ($at, $key) => Script::acquire($at, $key, fencing: true), true, true],
        'join' => [static fn ($at, $key) => Script::acquire($at, $key, joins: true), true, false],
        'join with a fence' => [static fn ($at, $key) => Script::acquire($at, $key, fencing: true, joins: true), true, true],
        'join of a newcomer' => [static fn ($at, $key) => Script::acquire($at, $key, joins: 'newcomer'), true, false],
        'join after a wake-up' => [static fn ($at, $key) => Script::acquire($at, $key, joins: 'woken'), true, false],
        'join with a short lease' => [static fn ($at, $key) => Script::acquire($at, $key, lease: 900, joins: true), true, false],
        'acquire of a key passed on' => [static fn ($at, $key) => Script::acquire($at, $key, passedBy: 'other'), true, false],
        'join of a key passed on' => [static fn ($at, $key) => Script::acquire($at, $key, joins: true, passedBy: 'other'), true, false],
        'the same with a fence' => [
            static fn ($at, $key) => Script::acquire($at, $key, fencing: true, joins: true, passedBy: 'other'),
            true,
            true,
        ],
        'release' => [static fn ($at, $key) => Script::release($at, $key), true, false],
        'release for good' => [static fn ($at, $key) => Script::release($at, $key, forGood: true), true, false],
        'adopt' => [static fn ($at, $key) => Script::adopt($at, $key, 'new', from: 'ours'), false, false],
        'adopt with a fence' => [static fn ($at, $key) => Script::adopt($at, $key, 'new', fencing: true, from: 'ours'), false, true],
        'expire' => [static fn ($at, $key) => Script::expire($at, $key), false, false],
        'renew' => [static fn ($at, $key) => Script::renew($at, $key), false, false],
        'take' => [static fn ($at, $key) => Script::take($at, $key), false, false],
        'take with a fence' => [static fn ($at, $key) => Script::take($at, $key, fencing: true), false, true],
        'free' => [static fn ($at, $key) => Script::free($at, $key), false, false],
        'settle' => [static fn ($at, $key) => Script::settle($at, $key, fence: 9_000_000_000_001), false, true],
    ];
    $table = new SlotTable($set, $key);
    foreach (array_slice($scripts, 5 * $part, 5) as $name => [$script, $hasQueue, $hasFence]) {
        $table->play($name, $script, $locks, $hasQueue ? $lines : [[]], $hasFence ? $fences : [[]]);
    }

    return [$table->whole, $table->nothing];
});
[$whole, $nothing] = [array_sum(array_column($seen, 0)), array_sum(array_column($seen, 1))];
Check::true($whole > 500 && $nothing > 500, "both were seen: $whole, $nothing");
echo 'done';
?>
--EXPECT--
done
