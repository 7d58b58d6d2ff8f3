--TEST--
Laravel: no exception of the package has a password in its message or among the arguments of its trace
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Port;
use Tests\RedisServer;

const SECRET = 'sEcReT';

/** What an exception shows: messages, and the texts in the arguments of all frames, also of the exceptions before it. */
function shown(Throwable $thrown): string
{
    $texts = '';
    for ($one = $thrown; $one !== null; $one = $one->getPrevious()) {
        $texts .= $one->getMessage() . "\n";
        foreach ($one->getTrace() as $frame) {
            $arguments = $frame['args'] ?? [];
            array_walk_recursive($arguments, static function (mixed $value) use (&$texts, $frame): void {
                $texts .= is_string($value) ? "{$frame['function']}: $value\n" : '';
            });
        }
    }

    return $texts;
}

Laravels::each(static function (Laravel $laravel): void {
    ini_set('zend.exception_ignore_args', '0');
    $port = RedisServer::shared()->plainPort;
    $gone = Port::free();
    $login = ['username' => 'shop', 'password' => SECRET];
    $node = ['host' => '127.0.0.1', 'port' => $gone] + $login;
    $cluster = ['cluster' => 'redis'];
    $sentinel = ['replication' => 'sentinel', 'service' => 'shops', 'parameters' => $login];
    $failed = [];
    foreach (['phpredis', 'predis', 'another'] as $client) {
        foreach ([
            'no host' => ['shops' => ['host' => ''] + $login],
            'a host that is no text' => ['shops' => ['host' => ['h']] + $login],
            'a port that is none' => ['shops' => ['host' => 'h', 'port' => 'x'] + $login],
            'a wrong scheme' => ['shops' => ['scheme' => 'carrier-pigeon', 'host' => 'h'] + $login],
            'a wrong context' => ['shops' => ['scheme' => 'tls', 'host' => 'h', 'context' => ['passphrase' => SECRET, 'stream' => 5]] + $login],
            'a URL that is none' => ['shops' => ['url' => 'redis://:' . SECRET . '@:x:y']],
            'a URL with a wrong key' => ['shops' => ['url' => 'redis://:' . SECRET . '@h/x?database=y']],
            'a URL of a closed port' => ['shops' => ['url' => 'redis://shop:' . SECRET . "@127.0.0.1:$gone"]],
            'a wrong password' => ['shops' => ['host' => '127.0.0.1', 'port' => $port] + $login],
            'a text' => ['shops' => 'redis://:' . SECRET . '@:x:y'],
            'options that are none' => ['options' => ['parameters' => SECRET], 'shops' => $node],
            'a Cluster without a host' => ['options' => $cluster, 'clusters' => ['shops' => [['host' => ''] + $login]]],
            'a Cluster without a port' => ['options' => $cluster, 'clusters' => ['shops' => [['host' => 'h', 'port' => 'x'] + $login]]],
            'a Cluster that is away' => ['options' => $cluster + $login, 'clusters' => ['shops' => [$node]]],
            'a Cluster whose options have it' => ['clusters' => ['options' => $cluster + $login, 'shops' => [['host' => '']]]],
            'a Cluster with a wrong node' => ['options' => $cluster, 'clusters' => ['shops' => ['redis://:' . SECRET . '@:x:y']]],
            'servers by the key' => ['options' => ['cluster' => 'predis'], 'clusters' => ['shops' => [$node, $node]]],
            'a sentinel without a host' => ['shops' => [['host' => ''] + $login, 'options' => $sentinel]],
            'a sentinel that is none' => ['shops' => ['tcp://:' . SECRET . '@:x:y', 'options' => $sentinel]],
            'a sentinel that is away' => ['shops' => ["tcp://127.0.0.1:$gone?password=" . SECRET, 'options' => $sentinel]],
            'sentinels without a service' => ['shops' => [$node, 'options' => ['replication' => 'sentinel'] + $sentinel]],
        ] as $what => $redis) {
            $again = $laravel->again([
                'database.redis' => ['client' => $client] + $redis,
                'cache.stores.mutex.connection' => 'shops', 'cache.stores.mutex.lock_connection' => 'shops',
            ]);
            foreach ([
                'get' => static fn () => $again->cache()->lock('order', 10)->get(),
                'a renewed lock' => static fn () => $again->cache()->lock('order', null)->block(0),
                'get of a named owner' => static fn () => $again->cache()->lock('order', 10, 'somebody')->get(),
                'release of a restored lock' => static fn () => $again->cache()->restoreLock('order', 'somebody')->release(),
                'isLocked' => static fn () => $again->cache()->lock('order', 10)->isLocked(),
                'a long name' => static fn () => $again->cache()->lock(str_repeat('n', 5000), 10)->get(),
                'forceRelease of a long name' => static fn () => $again->cache()->lock(str_repeat('n', 5000), 10)->forceRelease(),
                'lock:list' => static fn () => throw new DomainException($again->artisan('lock:list')),
                'lock:release' => static fn () => throw new DomainException($again->artisan('lock:release', ['name' => 'x', '--force' => true])),
            ] as $how => $call) {
                try {
                    $call();
                } catch (Throwable $thrown) {
                    $texts = shown($thrown);
                    // Where Laravel says so itself, stock says so too.
                    Check::same(false, str_contains($texts, SECRET), "$client, $what, $how: " . $thrown::class . "\n$texts");
                    $failed["$client, $what"] = true;
                }
            }
        }
        // The class itself, from the container.
        foreach ([['host' => ''] + $login, ['host' => 'h', 'port' => 'x'] + $login, ['url' => 'redis://:' . SECRET . '@:x:y']] as $number => $default) {
            $again = $laravel->again(['database.redis' => ['client' => $client, 'default' => $default]]);
            $thrown = null;
            try {
                $again->app->make(RedisMutexLock::class);
            } catch (Throwable $thrown) {
            }
            Check::true($thrown !== null, "$client: class $number fails");
            Check::same(false, str_contains(shown($thrown), SECRET), "$client, class $number\n" . shown($thrown));
        }
    }
    Check::between(50, 63, count($failed), 'configurations that fail');

    // A quorum whose servers cannot be one, or are away.
    $url = 'redis://shop:' . SECRET . "@127.0.0.1:$gone";
    foreach ([[$url], "$url,shops", ['many', $url, $url], ['far', 'far', 'far'], ['shops', $url, ['host' => 'h', 'port' => 'x'] + $login]] as $number => $servers) {
        $again = $laravel->again([
            'database.redis' => [
                'client' => 'phpredis', 'shops' => $node, 'far' => ['host' => ''] + $login, 'clusters' => ['many' => [$node]],
            ],
            'cache.stores.mutex.mutex' => ['servers' => $servers],
        ]);
        foreach ([
            'get' => static fn () => $again->cache()->lock('order', 10)->get(),
            'a named owner' => static fn () => $again->cache()->lock('order', 10, SECRET)->get(),
            'lockConnection' => static fn () => $again->cache()->getStore()->lockConnection(),
        ] as $how => $call) {
            $thrown = null;
            try {
                $call();
            } catch (Throwable $thrown) {
            }
            Check::true($thrown !== null, "quorum $number, $how fails");
            Check::same(false, str_contains(shown($thrown), SECRET), "quorum $number, $how: " . $thrown::class . "\n" . shown($thrown));
        }
    }

    // A value opens the same connection.
    $again = $laravel->again(['database.redis' => ['client' => 'phpredis', 'shops' => $node], 'cache.stores.mutex.connection' => 'shops']);
    $thrown = Check::throws(RedisException::class, static fn () => $again->cache()->put('value', 'x', 10), null);
    Check::same(false, str_contains(shown($thrown), SECRET), shown($thrown));

    // A key that does not belong into "mutex".
    $thrown = Check::throws(
        InvalidArgumentException::class,
        static fn () => $laravel->again(['cache.stores.mutex.mutex' => ['password' => SECRET]])->cache(),
        'The key "password" cannot stand',
    );
    Check::same(false, str_contains(shown($thrown), SECRET), shown($thrown));
    // The frames are there.
    Check::true(count($thrown->getTrace()) > 3, 'the trace has its frames');
    Check::true(str_contains($thrown->getTraceAsString(), 'CacheManager'), $thrown->getTraceAsString());
});

echo 'done';
?>
--EXPECT--
done
