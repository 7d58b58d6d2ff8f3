--TEST--
A client certificate and its key are replaced one after the other: a wait that connects in between goes on and gets the lock
--FILE--
<?php
require __DIR__ . '/../lib/autoload.php';

use Tests\Certificate;
use Tests\Certificates;
use Tests\Check;
use Tests\RedisServer;
use Tests\Worker;

$suite = Certificates::suite();
$new = $suite->issue('new', null, 'the new client');
$server = RedisServer::start(['tls-auth-clients' => 'yes']);
$half = new Certificate(
    $suite->file('own.pem', file_get_contents($new->file)),
    $suite->file('own.key', file_get_contents($suite->client->key)),
);
$config = $server->tlsConfig($half->context()) + ['retry_for' => 20];

// Who does not wait gets to know at once which files do not belong together.
$lock = new RedisMutexLock($config);
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a'))->getMessage();
Check::true(str_contains($message, $half->key) && str_contains($message, $half->file), $message);

$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(json_decode($argv[1], true));
    say('waits');
    try {
        say($lock->lock('a', 30) ? 'got it' : 'not in time');
    } catch (RedisMutexLockUnavailableException $e) {
        say($e->getMessage());
    }
    hear();
    PHP, [json_encode($config)]);
$worker->expect('waits');
// Nothing outside shows that the wait has read the files. If it reads them later, this test proves less, and does not fail.
usleep(300_000);
Check::true(!$worker->spoke(), 'the wait goes on');
file_put_contents("$half->key.new", file_get_contents($new->key));
rename("$half->key.new", $half->key);
$worker->expect('got it', 20);
$worker->kill();

// A pair that stays wrong ends the wait after retry_for.
$wrong = ['local_cert' => $new->file, 'local_pk' => $suite->client->key];
$lock = new RedisMutexLock($server->tlsConfig($wrong) + ['retry_for' => 0.5]);
$began = hrtime(true);
$message = Check::throws(RedisMutexLockUnavailableException::class, fn () => $lock->lock('a', 60))->getMessage();
Check::true(str_contains($message, $wrong['local_pk']), $message);
Check::between(0.45, 10, (hrtime(true) - $began) / 1e9, 'seconds of a wait');
echo 'done';
?>
--EXPECT--
done
