--TEST--
config/lock.php: `servers` names stores of config/cache.php, and anything else goes to the class as it is
--FILE--
<?php
use Tests\ThinkPhp;

echo ThinkPhp::run(<<<'PHP'
    use RedisMutexLock\Think\Settings;
    use Tests\Check;

    $shipped = $app->config->get('lock');
    Check::same(null, $shipped['servers'], 'as shipped there is no quorum');
    $stores = $app->config->get('cache.stores');
    $store = static fn (int $number): array => ['type' => 'redis', 'host' => "10.0.0.$number", 'port' => 6379, 'password' => "p$number"];
    $cache = ['prefix' => 'cache:', 'expire' => 1, 'serialize' => ['json_encode', 'json_decode'], 'unheard_of' => true, 'select' => 3];
    $app->config->set(['stores' => [
        'locks-a' => $store(1) + $cache, 'locks-b' => $store(2), 'locks-c' => ['type' => RedisMutexLock\Think\cache\Redis::class] + $store(3),
        'bare' => ['type' => 'redis'], 'empty' => ['type' => 'redis', 'host' => ''],
        'quorum' => ['servers' => ['locks-a', 'locks-b', '10.0.0.9:1']] + $store(4),
        'by text' => ['servers' => 'locks-a,locks-b'] + $store(4), 'off' => ['servers' => ''] + $store(4),
    ] + $stores] + $app->config->get('cache'), 'cache');
    $of = static function (array $lock) use ($app, $shipped): array {
        $app->config->set($lock + $shipped, 'lock');

        return Settings::of($app->config);
    };
    $servers = static fn (mixed $servers): mixed => $of(['servers' => $servers])['servers'];

    $a = ['host' => '10.0.0.1', 'port' => 6379, 'password' => 'p1', 'select' => 3];
    [$b, $c] = [['host' => '10.0.0.2', 'port' => 6379, 'password' => 'p2'], ['host' => '10.0.0.3', 'port' => 6379, 'password' => 'p3']];
    Check::same([$a, $b, $c], $servers(['locks-a', 'locks-b', 'locks-c']), 'stores by their names');
    foreach (['locks-a,locks-b,locks-c', ' locks-a ; locks-b,locks-c '] as $text) {
        Check::same([$a, $b, $c], $servers($text), $text);
    }
    Check::same([$a, $b, $c], $servers(['locks-a,locks-b', 'locks-c']), 'in a list');
    Check::same([$a, 'redis-b', 'redis://:p@10.0.0.8:1'], $servers('locks-a,redis-b,redis://:p@10.0.0.8:1'), 'a name beside other texts');
    Check::same(['host' => '127.0.0.1'], $servers(['bare'])[0], 'the host of a store without a host is that of ThinkPHP');
    foreach ([
        ['10.0.0.1:6379', 'redis-b', 'redis.host', 'redis://:p@10.0.0.3/1', ['host' => '10.0.0.4', 'port' => 1], null, 5],
        'redis://:a,b@10.0.0.1,redis://10.0.0.2,redis://10.0.0.3', 'redis-a,redis-b,redis-c', 5, true,
    ] as $other) {
        Check::same($other, $servers($other), json_encode($other));
    }

    // The store says nothing beside them, and the rest of the file stays what it is.
    $all = $of(['servers' => ['locks-a'], 'store' => 'nowhere', 'lease' => 5]);
    Check::same(['servers', 'lock_prefix', 'lease'], array_values(array_intersect(array_keys($all), ['host', 'servers', 'lock_prefix', 'lease'])), 'keys');
    foreach ([null, '', [], false, 0, 'off'] as $off) {
        $one = $of(['servers' => $off, 'store' => 'locks-b']);
        Check::same(['10.0.0.2', false], [$one['host'], isset($one['servers'])], 'no quorum: ' . json_encode($off));
        Check::same(null, Settings::quorum($one), 'its servers');
    }

    // In a connection, which has what the servers share, and in a store, of which the cached data stay on its own server.
    $shared = $of(['connection' => ['password' => 'common', 'servers' => ['locks-a', '10.0.0.5', '10.0.0.6']]]);
    Check::same(['common', [$a, '10.0.0.5', '10.0.0.6']], [$shared['password'], $shared['servers']], 'in a connection');
    $inStore = $of(['store' => 'quorum']);
    Check::same([[$a, $b, '10.0.0.9:1'], false], [$inStore['servers'], isset($inStore['host'])], 'in a store');
    Check::same([$a, $b], $of(['store' => 'by text'])['servers'], 'in a store, as a text');
    Check::same([$a, $b, $c], $of(['store' => 'quorum', 'servers' => ['locks-a', 'locks-b', 'locks-c']])['servers'], 'config/lock.php wins');
    Check::same('10.0.0.4', $of(['store' => 'off'])['host'], 'a store without a quorum');
    Check::same(['host' => '10.0.0.4', 'port' => 6379, 'password' => 'p4'], $servers(['quorum'])[0], 'a store with a quorum is one server for another');

    foreach ([
        [3, ['servers' => ['locks-a', 'locks-b', 'locks-c']]], [5, ['servers' => 'h1,h2;h3,h4,locks-a']], [3, ['servers' => 'h1:1,h2:2,h3']],
        [3, ['servers' => 'redis://:a,b@h1,redis://h2, rediss://h3']], [5, ['servers' => ['h1,h2', 'redis://:a,b@h3', 'locks-a;locks-b', 'enable' => true]]],
        [3, ['store' => 'quorum']], [null, ['store' => 'locks-a']],
        [5, ['connection' => ['url' => 'redis+quorum://shop:a,b@h1:1,h2:2,h3,h4,h5/0?lease=5']]], [null, ['connection' => ['url' => 'redis://h1']]],
    ] as [$count, $lock]) {
        Check::same($count, Settings::quorum($of($lock)), json_encode($lock));
    }

    $remedy = "name another store in 'servers' of config/lock.php, or write the host and port of the server there.";
    Check::throws(InvalidArgumentException::class, fn () => $servers(['file']), "The store [file] of config/cache.php is of the type [File], and locks need Redis: $remedy");
    Check::throws(InvalidArgumentException::class, fn () => $servers(['empty']), 'The store [empty] of config/cache.php has an empty host');
    Check::throws(
        InvalidArgumentException::class,
        fn () => $of(['connection' => ['host' => '10.0.0.1'], 'servers' => ['locks-a']]),
        "config/lock.php has 'connection' and 'servers': write null for the one that the locks shall not be on, or the 'servers' into"
            . " 'connection', which then has what they share.",
    );
    say('done');
    PHP)->finish(60);
?>
--EXPECT--
done
