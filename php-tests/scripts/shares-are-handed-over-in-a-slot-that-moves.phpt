--TEST--
A share's release in a slot that moves lets waiters in although it cannot wake them, their next question is granted, and no wake list is ever at both nodes
--FILE--
<?php
// All keys of the test are in one slot.
$key = '{lock}';
$set = ClusterSet::start();
$slot = $set->moving($key);
$limited = static fn (): string => Script::share(2);
$join = static fn (RedisClient $redis, string $token, ?int $ticket = null): array => Script::acquire($redis, $key, $token, ticket: $ticket, joins: true);
$waiting = static function (bool $atTarget) use (&$slot, $key): array {
    return $slot->at($atTarget, 'ZRANGEBYSCORE', "$key:q", 1, '+inf');
};
$members = static function (bool $atTarget) use (&$slot, $key): array {
    $found = $slot->at($atTarget, 'ZRANGE', $key, 0, -1);
    sort($found);

    return $found;
};
$sorted = static function (string ...$tokens): array {
    sort($tokens);

    return $tokens;
};
/** Milliseconds until the lease of this share ends. */
$left = static fn (bool $atTarget, string $token): int => (int) $slot->at($atTarget, 'ZSCORE', $key, $token)
    - intdiv((int) vsprintf('%d%06d', $slot->at($atTarget, 'TIME')), 1000);
/** The shortest claim lasts for 200 ms, and so long a wake-up is kept. A machine that took as long proves nothing of them. */
$soon = static fn (): Deadline => Deadline::in(0.15);

// Two shares, two more that wait for their limit, a lock behind them, and a share behind it.
[$ours, $other, $a, $b, $c] = [$limited(), $limited(), $limited(), $limited(), $limited()];
foreach ([$ours, $other] as $token) {
    Check::same([1, null], $join($slot->source, $token), 'a share');
}
foreach ([$a, $b, 'lock', $c] as $waiter) {
    $ticket[$waiter] = $join($slot->source, $waiter)[2];
}
$slot->begin();
// The lock and its queue are at the source. The wake lists do not exist, so the source may not make them.
$push = static fn () => $slot->at(false, 'RPUSH', "$key:wake:{{$key}}:$a", 'yours');
Check::true(str_starts_with(Check::throws(RedisError::class, $push)->getMessage(), 'ASK '), 'a wake list is asked for');
Check::same(1, Script::release($slot->source, $key, $ours), 'the release beside another share');
Check::same($sorted($other, $a), $members(false), 'the first waiter has the place');
Check::between(-60_000, 250, $left(false, $a), 'as a claim');
Check::same([$b, 'lock', $c], $waiting(false), 'the others still wait');
Check::same([1, null], $join($slot->source, $a, $ticket[$a]), 'the waiter asks');
Check::between(20_000, 30_000, $left(false, $a), 'its own lease');

// Both keys have moved, and the target has no wake list. It makes none: the waiter might have one at the source.
$slot->move($key);
$slot->move("$key:q");
Check::same(1, Script::release($slot->node(true), $key, $other), 'the release at the target');
Check::same([$sorted($a, $b), ['lock', $c]], [$members(true), $waiting(true)], 'it lets the next one in');
Check::same(0, $slot->at(true, 'EXISTS', "$key:wake:{{$key}}:$b"), 'no wake list is made');
Check::same([1, null], $join($slot->node(true), $b, $ticket[$b]), 'it asks');
// The last share goes to the lock, and the key is there all the time.
Check::same(1, Script::release($slot->node(true), $key, $a), 'one of two');
Check::same([[$b], ['lock', $c]], [$members(true), $waiting(true)], 'a lock is not let in beside a share');
$claimed = $soon();
Check::same(1, Script::release($slot->node(true), $key, $b), 'the last share');
$seen = [$slot->at(true, 'GET', $key), $waiting(true), $slot->at(true, 'PTTL', $key) <= 1000];
$claimed->passed() || Check::same(['lock', [$c], true], $seen, 'the lock has the key as a claim');
Check::same([1, null], $join($slot->node(true), 'lock', $ticket['lock']), 'the lock asks');
// Shares that stand together behind the lock. Where the slot has moved, they are woken.
$ticket[$a] = $join($slot->node(true), $a)[2];
Check::true($slot->end(), 'the slot has moved');
$claimed = $soon();
Check::same(1, Script::release($slot->target, $key, 'lock'), 'the release at the new node');
$wakeUps = Script::wakeUps($slot->target, $key, $c);
$claimed->passed() || Check::same(['yours'], $wakeUps, 'the first share is woken');
$claimed = $soon();
Check::same([1, null], $join($slot->target, $c, $ticket[$c]), 'it asks');
$wakeUps = Script::wakeUps($slot->target, $key, $a);
$claimed->passed() || Check::same(['first', 'yours'], $wakeUps, 'the next one learns that it is the first, and is let in');
Check::same([1, null], $join($slot->target, $a, $ticket[$a]), 'the next one asks');
Check::same(2, $slot->target->call('ZCARD', $key), 'both have a share');

// An unread wake list moves too, at last. Until then it is at the source, or at the target, and never at both.
$slot = $set->moving($key);
$wake = "$key:wake:{{$key}}:$a";
foreach ([false, true] as $listIsFirst) {
    $what = $listIsFirst ? 'the wake list moves first' : 'the wake list moves last';
    $slot->reset();
    foreach ([$ours, $other, $a, $b] as $token) {
        $join($slot->source, $token);
    }
    $slot->source->call('RPUSH', $wake, 'first');
    $slot->begin();
    $listIsFirst && $slot->move($wake);
    $slot->move($key);
    $slot->move("$key:q");
    $claimed = $soon();
    Check::same(1, Script::release($slot->node(true), $key, $ours), "$what: the release");
    $wakeUps = Script::wakeUps($slot->node($listIsFirst), $key, $a);
    $claimed->passed() || Check::same($listIsFirst ? ['first', 'yours'] : ['first'], $wakeUps, "$what: its words");
    Check::same([$sorted($other, $a), [$b]], [$members(true), $waiting(true)], "$what: it lets the waiter in");
    // MIGRATE says BUSYKEY to a key that is at the target already.
    array_map($slot->move(...), $slot->keys(false));
    Check::same([], $slot->keys(false), "$what: all keys have moved");
}

// Where only one of the two keys has moved, no node runs the script, and nothing changes.
foreach (['the shares' => $key, 'the queue' => "$key:q"] as $what => $moved) {
    $slot->reset();
    foreach ([$ours, $other, $a] as $token) {
        $join($slot->source, $token);
    }
    $slot->begin();
    $slot->move($moved);
    foreach ([false, true] as $atTarget) {
        $release = static fn () => Script::release($slot->node($atTarget), $key, $ours);
        $error = Check::throws(RedisError::class, $release)->getMessage();
        Check::true(preg_match('/^(TRYAGAIN|ASK) /', $error) === 1, "only $what has moved: $error");
    }
    Check::same($sorted($ours, $other), $members($moved === $key), "only $what has moved: the shares");
    Check::same([$a], $waiting($moved !== $key), "only $what has moved: the queue");
}
echo 'done';
?>
--EXPECT--
done
