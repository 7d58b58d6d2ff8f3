--TEST--
Every method over three and five servers answers as on one server
--FILE--
<?php
$play = static function (array $config): array {
    $name = Check::unique('same');
    [$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    $mine = RedisMutexLock::generateToken();
    $foreign = RedisMutexLock::generateToken();
    $about = static fn (?float $seconds): ?int => $seconds === null ? null : (int) ceil($seconds / 100) * 100;
    $rows = static fn (RedisMutexLock $asks): array => array_map(static fn (array $row): array => [
        str_replace($name, 'NAME', $row['name']), $about($row['remaining']), $row['waiters'], $row['mine'],
    ], $asks->list("$name*"));
    $lost = [];
    $lock->onLost(static function (string $name) use (&$lost): void {
        $lost[] = $name;
    });
    $seen = [
        'nothing' => [$lock->isLocked($name), $lock->owner($name), $lock->isLocking($name), $lock->unlock($name), $lock->list("$name*")],
        'lock' => [$lock->lock($name, 0, 600), $lock->lock($name), $other->lock($name), $other->lock($name, 0.05)],
        'asked' => [$lock->isLocking($name), $other->isLocking($name), $lock->isLocked($name), $other->owner($name) === $lock->token($name)],
        'without asking' => [count($lock->held()), $other->held(), $about($lock->remaining($name)), $other->remaining($name), $lock->fence($name)],
        'list' => [$rows($lock), $rows($other)],
        'expire' => [$lock->expire($name, 200), $about($lock->remaining($name)), $other->expire($name, 600), $rows($lock)],
        'expire with a token' => [$other->expire($name, 600, $lock->token($name)), $other->expire($name, 600, 'x'), $rows($other)],
        'unlock' => [$other->unlock($name), $lock->unlock($name), $lock->unlock($name), $lock->isLocked($name)],
        'given token' => [
            $lock->lock($name, 0, 600, token: $mine), $lock->token($name) === $mine, $other->lock($name, 0, 600, token: $foreign),
            $other->unlock($name, $foreign), $other->unlock($name, $mine), $lock->unlock($name),
        ],
        'given token again' => [$lock->lock($name, 0, 600, token: $foreign), $lock->unlock($name, $foreign), $lock->held()],
    ];
    $seen['renewed'] = [$lock->lock($name, 0, null), $lock->isLocking($name), $about($lock->remaining($name))];
    $token = $lock->detach($name);
    $seen['adopt'] = [
        $lock->held(), $lock->token($name), $other->adopt($name, 'x'), $other->adopt($name, $token, 600),
        $lock->adopt($name, $token), $other->token($name) === $token, $other->adopt($name, $other->token($name), 300),
        $about($other->remaining($name)), $other->adopt($name, $other->token($name), null), $rows($other),
    ];
    $seen['forceUnlock'] = [$lock->forceUnlock($name), $lock->forceUnlock($name), $other->unlock($name)];
    $seen['many'] = [
        $lock->lock("$name-b", 0, 600), $lock->lock("$name-a", 0, 600), $rows($lock), count($lock->list("$name*", 1)),
        $lock->unlockAll(), $lock->unlockAll(), $lock->held(), $rows($lock),
    ];
    $seen['synchronized'] = [
        $lock->synchronized($name, static fn (): array => [$other->lock($name), $lock->isLocking($name)]),
        $lock->synchronized($name, static fn (): bool => $lock->isLocking($name), 0, 600), $lock->held(), $lock->isLocked($name),
    ];
    $seen['exceptions'] = [
        Check::throws(LogicException::class, fn () => $lock->synchronized($name, static fn () => throw new LogicException('x')))->getMessage(),
        Check::throws(RedisMutexLockLostException::class, fn () => $lock->synchronized($name, static fn () => $other->forceUnlock($name)))::class,
        $lock->lock($name, 0, 600),
        Check::throws(RedisMutexLockTimeoutException::class, fn () => $other->synchronized($name, static fn () => null, 0.05))::class,
        $lock->unlock($name), $lost,
    ];
    $fenced = new RedisMutexLock(['fencing' => true] + $config);
    $fences = [];
    foreach ([600, null, 600] as $expire) {
        $fenced->lock($name, 0, $expire);
        $fences[] = $fenced->fence($name);
        $fenced->unlock($name);
    }
    $sorted = $fences;
    sort($sorted);
    $seen['fence'] = [count(array_unique(array_filter($fences, is_int(...)))), $sorted === $fences, $fenced->fence($name)];
    Check::true($lock->lock($name, 0, 0.1), 'a short lease');
    Check::eventually(static fn (): bool => !$other->isLocked($name), 10, 'it ends');
    $seen['over'] = [$lock->isLocking($name), $lock->remaining($name), $lock->held(), $lock->unlock($name)];

    return $seen;
};
$expected = $play(RedisServer::shared()->config());
$set = QuorumSet::shared();
$three = $set->config();
$three['servers'] = array_slice($three['servers'], 1, 3);
foreach (['five servers' => $set->config(), 'three servers' => $three] as $what => $config) {
    foreach ($play($config) as $step => $answers) {
        Check::same($expected[$step], $answers, "$what, $step");
    }
}
Check::same([], $set->keys('lock:same-*'), 'what is left');
echo 'done';
?>
--EXPECT--
done
