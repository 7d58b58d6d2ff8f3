--TEST--
held lists the names of this object's locks and no others
--FILE--
<?php
$server = RedisServer::shared();
$redis = $server->client();
$lock = new RedisMutexLock($server->url());
$other = new RedisMutexLock($server->url());
[$a, $b, $c, $d] = array_map(Check::unique(...), ['a', 'b', 'c', 'd']);
$held = static function () use ($lock): array {
    $names = $lock->held();
    Check::true(array_is_list($names), 'a list');
    sort($names);

    return $names;
};

Check::same([], $held(), 'nothing');
$lock->lock($b);
$lock->lock($a);
Check::same([$a, $b], $held(), 'two');
$other->lock($c);
$lock->lock($c);
Check::same([$a, $b], $held(), 'a refused one');
$token = $lock->detach($a);
Check::same([$b], $held(), 'a detached one');
$lock->adopt($a, $token);
Check::same([$a, $b], $held(), 'an adopted one');
$lock->lock($d, 10, 0.5);
Check::eventually(static fn (): bool => $held() === [$a, $b], 10, 'one that ran out goes');
$redis->call('DEL', "lock:$b");
Check::same([$a, $b], $held(), 'it asks nobody');
$lock->isLocking($b);
Check::same([$a], $held(), 'one that was found to be lost');
$lock->unlock($a);
Check::same([], $held(), 'after the last unlock');
Check::same([$c], $other->held(), 'the other object');

echo 'done';
?>
--EXPECT--
done
