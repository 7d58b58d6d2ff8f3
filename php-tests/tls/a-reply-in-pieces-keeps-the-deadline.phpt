--TEST--
Half a record, a record byte by byte, and many small records: each reply arrives whole or keeps the deadline
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\BlindProxy;
use Tests\Check;
use Tests\Proxy;
use Tests\RedisServer;

$server = RedisServer::start();
$redis = $server->client();
$redis->call('SET', 'lock:big', $value = str_repeat('a long value ', 3_000));
// All replies before the big one are smaller than this, and the big one's records are longer than what is left of them.
$half = 10_000;
foreach (['stall' => [0.395, 0.8 + 2], 'cut' => [0, 0.8 + 2], 'reset' => [0, 0.8 + 2]] as $do => [$least, $most]) {
    $proxy = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => $do]);
    $lock = new RedisMutexLock($proxy->tlsConfig() + ['command_timeout' => 0.4]);
    Check::true($lock->lock('small', 0, 60), "$do: a small reply before");
    $began = hrtime(true);
    $thrown = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->owner('big'));
    Check::between($least, $most, (hrtime(true) - $began) / 1e9, "$do: seconds of two commands");
    Check::true(strlen($proxy->received(1)) > $half, "$do: the record was cut in two");
    Check::true($lock->unlock('small'), "$do: the next connection works");
}
$delayed = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => 'delay', 'ms' => 300]);
$lock = new RedisMutexLock($delayed->tlsConfig() + ['command_timeout' => 10]);
$began = hrtime(true);
Check::true($lock->owner('big') === $value, 'the second half comes later');
Check::between(0.29, 10, (hrtime(true) - $began) / 1e9, 'seconds until then');

$dripped = BlindProxy::to($server, ['from' => 'server', 'after' => $half, 'do' => 'drip', 'ms' => 2]);
$lock = new RedisMutexLock($dripped->tlsConfig() + ['command_timeout' => 0.4]);
$began = hrtime(true);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->owner('big'), 'within 400 ms');
Check::between(0.395, 0.8 + 2, (hrtime(true) - $began) / 1e9, 'dripped: seconds of two commands');

// Each byte of the reply is a record of its own.
$small = Proxy::tls($server, ['command' => 'GET', 'do' => 'drip', 'ms' => 0.01]);
$lock = new RedisMutexLock($small->config() + ['command_timeout' => 60]);
Check::true($lock->owner('big') === $value, 'in small records');
$small = Proxy::tls($server, ['command' => 'GET', 'do' => 'drip', 'ms' => 5]);
$lock = new RedisMutexLock($small->config() + ['command_timeout' => 0.4]);
$began = hrtime(true);
Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->owner('big'), 'within 400 ms');
Check::between(0.395, 0.8 + 2, (hrtime(true) - $began) / 1e9, 'in small records: seconds of two commands');
echo 'done';
?>
--EXPECT--
done
