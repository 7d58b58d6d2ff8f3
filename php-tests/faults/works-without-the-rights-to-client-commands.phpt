--TEST--
A user who may not use CLIENT INFO, CLIENT KILL and CLIENT SETNAME can lock, also after a lost reply
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::start(['user' => [
    'plain on >s ~lock:* resetchannels +@all -client',
    'least on >s ~lock:* resetchannels -@all +select +set +get +evalsha +eval +del +pexpire +pttl +hmget +hset +expire +time',
    // Knows who it is, and may not have anybody killed.
    'mild on >s ~lock:* resetchannels +@all -client|kill',
]]);
foreach (['plain', 'least', 'mild'] as $user) {
    $proxy = Proxy::to($server);
    $lock = new RedisMutexLock([
        'port' => $proxy->port,
        'username' => $user,
        'password' => 's',
        'database' => 2,
        'name' => 'worker',
        'fencing' => true,
        'command_timeout' => 0.5,
    ]);
    foreach (['a fresh connection', 'after a cut', 'after silence'] as $i => $when) {
        if ($i > 0) {
            $proxy->rule(['command' => 'EVALSHA', 'times' => 1, 'do' => $i === 1 ? 'cutAfter' : 'swallow']);
        }
        Check::true($lock->lock('a', 0, 60), "$user, $when: lock");
        $proxy->clear();
        Check::true($lock->isLocking('a'), "$user, $when: isLocking");
        Check::true($lock->expire('a', 30), "$user, $when: expire");
        Check::true($lock->fence('a') > 0, "$user, $when: fence");
        $token = $lock->detach('a');
        Check::true($lock->adopt('a', $token, 30), "$user, $when: adopt");
        Check::true($lock->unlock('a'), "$user, $when: unlock");
    }
    Check::same(3, $proxy->accepted(), "$user: connections");
}
echo "done\n";
?>
--EXPECT--
done
