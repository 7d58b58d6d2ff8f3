--TEST--
A right that is missing inside a script is RedisMutexLockUnavailableException and never false: the state of the lock is unknown
--FILE--
<?php
// The scripts read the holder with GET. An error of GET does not mean another holder.
$server = RedisServer::start(['user' => ['blind on >s ~lock:* +@all -get', 'stuck on >s ~lock:* +@all -del -pexpire']]);
$redis = $server->client();
$of = static fn (string $user, array $more = []): RedisMutexLock => new RedisMutexLock(
    [...$server->config(), 'username' => $user, 'password' => 's'] + $more,
);
$wrong = [];
$unavailable = function (string $what, callable $call) use (&$wrong): void {
    try {
        Check::throws(RedisMutexLockUnavailableException::class, $call);
    } catch (Tests\Failure $failure) {
        $wrong[] = "$what: {$failure->getMessage()}";
    }
};

$fenced = $of('blind', ['fencing' => true]);
$unavailable('lock of a free name, with fencing', fn () => $fenced->lock('fenced'));
$unavailable('lock of a free name, with fencing, waiting', fn () => $fenced->lock('fenced', 1));
foreach (['blind', 'stuck'] as $user) {
    $lock = $of($user);
    Check::true($lock->lock("u-$user", 0, 60) && $lock->lock("e-$user", 0, 60), "$user: SET is permitted");
    $unavailable("$user: unlock of what is mine", fn () => $lock->unlock("u-$user"));
    $unavailable("$user: expire of what is mine", fn () => $lock->expire("e-$user", 90));
}
$redis->call('SET', 'lock:detached', 'abc', 'PX', 60000);
$unavailable('adopt', fn () => @$of('blind')->adopt('detached', 'abc', 60));
$unavailable('owner', fn () => $of('blind')->owner('detached'));
Check::same(true, $of('blind')->isLocked('detached'), 'to know that somebody has it needs no GET');
$unavailable('forceUnlock', fn () => $of('blind')->forceUnlock('detached'));

// A key that is not a string is another holder, for any error of GET: the answer is false.
$redis->call('HSET', 'lock:hash', 'a', 'b');
Check::same(false, @$of('default' , ['username' => null, 'password' => null])->lock('hash'), 'a hash');
Check::same([], $wrong, 'answers instead of exceptions');
echo "done\n";
?>
--EXPECT--
done
