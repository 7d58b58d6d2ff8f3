--TEST--
Laravel: "servers" of "mutex" names connections, and anything else goes to the class as it is
--FILE--
<?php
use RedisMutexLock\Laravel\QuorumServers;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

const CANNOT = 'is one server that is independent of the others. Name other connections, or leave "servers" out and name this one as'
    . ' "lock_connection".';

Laravels::each(static function (Laravel $laravel): void {
    $redis = [
        'client' => 'phpredis',
        'options' => ['cluster' => 'redis', 'prefix' => 'app_'],
        'default' => ['host' => '10.0.0.9'],
        'locks-a' => ['host' => '10.0.0.1', 'port' => '6380', 'username' => null, 'password' => 'a', 'database' => '3', 'persistent' => false],
        'locks-b' => ['url' => 'rediss://shop:b@10.0.0.2:6381/4', 'timeout' => 2],
        'locks-c' => ['host' => '10.0.0.3', 'context' => ['stream' => ['cafile' => '/ca']]],
        'other' => ['host' => '10.0.0.4', 'options' => ['prefix' => 'other_']],
        'clusters' => ['many' => [['host' => '10.0.0.5', 'port' => 7000]], 'options' => ['cluster' => 'redis']],
    ];
    $again = $laravel->again(['database.redis' => $redis]);
    $manager = $again->app->make('redis');
    $of = static fn (mixed $servers): mixed => QuorumServers::of($manager, $servers)->server['servers'];
    $sorted = static function (array $server): array {
        ksort($server);

        return array_filter($server, static fn (mixed $value): bool => $value !== null);
    };

    // The server of a connection, as "lock_connection" has it.
    [$a, $b, $c] = array_map($sorted, $of(['locks-a', 'locks-b', 'locks-c']));
    Check::same(['database' => '3', 'host' => '10.0.0.1', 'password' => 'a', 'port' => '6380'], $a, 'a connection');
    foreach (['host' => '10.0.0.2', 'username' => 'shop', 'password' => 'b', 'timeout' => 2] as $key => $value) {
        Check::same($value, $b[$key], "a connection with a URL: $key");
    }
    Check::same([6381, 4], [(int) $b['port'], (int) $b['database']], 'port and database of a URL');
    Check::same(['tls', '10.0.0.3'], [$c['scheme'], $c['host']], 'a connection with a context');
    Check::same('/ca', $c['context']['stream']['cafile'] ?? $c['context']['ssl']['cafile'] ?? $c['context']['cafile'], 'its context');

    // As a text, such as one from the environment.
    $list = $of(['locks-a', 'locks-b', 'locks-c']);
    foreach (['locks-a,locks-b,locks-c', ' locks-a , locks-b;locks-c '] as $text) {
        Check::same($list, $of($text), $text);
    }
    Check::same($list, $of(['locks-a,locks-b', 'locks-c']), 'in a list');
    Check::same([$list[0], 'redis-b', 'redis://:p@10.0.0.8:1'], $of('locks-a,redis-b,redis://:p@10.0.0.8:1'), 'a name beside other texts');

    // The rest is the matter of the class.
    foreach ([
        ['10.0.0.1:6379', 'redis-b', 'redis://:p@10.0.0.3/1', ['host' => '10.0.0.4', 'port' => 1], null, 5, 'client', 'options', 'clusters'],
        'redis://:a,b@10.0.0.1,redis://10.0.0.2,redis://10.0.0.3', 'redis-a,redis-b,redis-c', 'redis+quorum://:p@h1,h2,h3/0', 5, true,
    ] as $other) {
        Check::same($other, $of($other), json_encode($other));
    }
    foreach ([null, false, '', [], 0, '0', 'off', 'no', 'false', ['enable' => false]] as $off) {
        Check::same(true, QuorumServers::isOff($off), 'no quorum: ' . json_encode($off));
    }
    foreach (['locks-a', ['locks-a'], true, 1, [null, null, null], ['enable' => true]] as $on) {
        Check::same(false, QuorumServers::isOff($on), 'a quorum: ' . json_encode($on));
    }
    foreach ([
        [3, ['locks-a', 'locks-b', 'locks-c']], [5, 'h1,h2;h3,h4,locks-a'], [3, 'h1:1,h2:2,h3'],
        [3, 'redis://:a,b@h1,redis://h2, rediss://h3'], [5, ['h1,h2', 'redis://:a,b@h3', 'locks-a;locks-b', 'enable' => true]],
    ] as [$count, $servers]) {
        Check::same($count, QuorumServers::of($manager, $servers)->count(), json_encode($servers));
    }

    // What is no server of a quorum.
    Check::throws(\InvalidArgumentException::class, static fn () => $of(['locks-a', 'many']), 'The connection [many] is a Cluster, and each of the "servers" ' . CANNOT);
    $sentinels = $laravel->again(['database.redis' => ['client' => 'predis', 'watched' => [
        'tcp://10.0.0.1:26379', 'options' => ['replication' => 'sentinel', 'service' => 'shop'],
    ]]])->app->make('redis');
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => QuorumServers::of($sentinels, ['watched']),
        'The connection [watched] is behind Sentinel, and each of the "servers" ' . CANNOT,
    );
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => $laravel->again(['cache.stores.mutex.servers' => ['locks-a']])->cache(),
        'The key "servers" of a cache store must stand in its "mutex", as in \'mutex\' => [\'servers\' => […]].',
    );

    // The key has the prefix of the named connections, else that of all connections. The connections of the store say nothing.
    $key = static fn (array $redis, mixed $servers): string => $laravel->again([
        'database.redis' => $redis, 'cache.stores.mutex.lock_connection' => 'nowhere', 'cache.stores.mutex.mutex' => ['servers' => $servers],
    ])->cache()->getStore()->lockKey('order');
    $rest = $laravel->again()->cache()->getStore()->getPrefix() . 'order';
    Check::same("app_$rest", $key($redis, ['locks-a', 'locks-b', '10.0.0.7']), 'of the connections');
    Check::same("app_$rest", $key($redis, ['10.0.0.5', '10.0.0.6', '10.0.0.7']), 'of all connections');
    Check::same($rest, $key(['options' => []] + $redis, ['10.0.0.5', '10.0.0.6', '10.0.0.7']), 'without a prefix');
    $own = ['options' => []] + $redis;
    Check::same("other_$rest", $key($own, ['other', '10.0.0.6', '10.0.0.7']), 'of one connection');
    Check::throws(
        \InvalidArgumentException::class,
        static fn () => $key($own, ['locks-a', 'locks-b', 'other']),
        'The connections [locks-b] and [other] of "servers" have different prefixes, and a lock has one key on all servers. Give both the'
            . ' same "prefix" in config/database.php.',
    );
});

echo 'done';
?>
--EXPECT--
done
