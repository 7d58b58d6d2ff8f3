--TEST--
A token that stays at one or two of five servers stops no lock, with fencing and without, and is not touched; at three it is a holder
--FILE--
<?php
$set = QuorumSet::shared();
foreach ([false, true] as $fencing) {
    $config = $set->config(['fencing' => $fencing]);
    [$lock, $other] = [new RedisMutexLock($config), new RedisMutexLock($config)];
    foreach ([...QuorumSet::pairs(), 'server 0' => [0], 'server 3' => [3]] as $what => $which) {
        foreach ([['x', 'x'], ['x', 'y']] as $tokens) {
            $name = Check::unique('stays');
            foreach ($which as $i => $number) {
                $set->occupy($name, $tokens[$i], $number);
            }
            Check::same([false, null], [$lock->isLocked($name), $lock->owner($name)], "$what: nobody has it");
            Check::true($lock->lock($name, 0, 600), "$what: lock");
            Check::same([true, $lock->token($name)], [$lock->isLocking($name), $other->owner($name)], "$what: who has it");
            Check::same(false, $other->lock($name), "$what: another lock");
            Check::true($lock->expire($name, 500) && $lock->isLocking($name), "$what: expire");
            Check::true($lock->unlock($name), "$what: unlock");
            Check::eventually(static fn (): bool => count(array_filter($set->holders($name))) === count($which), 10, "$what: only the foreign tokens are left");
            Check::same(false, $lock->forceUnlock($name), "$what: nobody's lock is released");
            Check::same(array_slice($tokens, 0, count($which)), array_values(array_filter($set->holders($name))), "$what: untouched");
            foreach ($which as $number) {
                $set->servers()[$number]->client()->call('DEL', "lock:$name");
            }
        }
    }
    foreach ([['x', 'x', 'x'], ['x', 'x', 'y'], ['x', 'y', 'z']] as $tokens) {
        $name = Check::unique('holds');
        foreach ($tokens as $number => $token) {
            $set->occupy($name, $token, $number + 1);
        }
        $words = implode(' ', $tokens);
        Check::same(false, $lock->lock($name), "$words: lock");
        Check::same($words === 'x x x' ? 'x' : null, $lock->owner($name), "$words: owner");
        Check::same($words === 'x x x', $lock->isLocked($name), "$words: isLocked");
        Check::eventually(static fn (): bool => array_values($set->holders($name)) === [null, ...$tokens, null], 10, "$words: nothing else is left");
        Check::same($words === 'x x x', $lock->forceUnlock($name), "$words: forceUnlock");
        foreach ([1, 2, 3] as $number) {
            $set->servers()[$number]->client()->call('DEL', "lock:$name");
        }
    }
}
$set->vanishes('lock:stays*');
$set->vanishes('lock:holds*');
echo 'done';
?>
--EXPECT--
done
