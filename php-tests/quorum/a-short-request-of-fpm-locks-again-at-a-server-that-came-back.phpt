--TEST--
A request of php-fpm that only locks and unlocks locks again at a server that came back, although no request waits for the opening of a connection
--FILE--
<?php
// Behind a network a connection takes several round trips to be opened, and TLS takes two more.
$set = QuorumSet::behindRelays(delay: 2);
$fpm = Fpm::start(1, ini: ['redis_mutex_lock.url' => $set->url()]);
$script = $fpm->script('$lock = new RedisMutexLock();
    echo json_encode([$lock->lock("a", 0, 600), $lock->unlock("a")]);');
$request = static fn () => Check::same('[true,true]', $fpm->request($script, seconds: 60)['body'], 'a pair');
$request();
$set->cut(1);
$request();
$set->heal();
$asked = static fn (): int => $set->servers()[1]->client()->commandstats()['set'] ?? 0;
$before = $asked();
Check::eventually(static function () use ($request, $asked, $before): bool {
    $request();

    return $asked() > $before;
}, 20, 'the server gets a lock');
$set->vanishes();
echo 'done';
?>
--EXPECT--
done
