--TEST--
Sentinels have their own user and password, as an array and in a URL; the master has another one
--FILE--
<?php
$master = RedisServer::start(['requirepass' => 'master @:/ word']);
$monitor = ['sentinel' => 'monitor ' . SentinelSet::SERVICE . " 127.0.0.1 $master->port 1"];
$password = RedisServer::start($monitor + ['requirepass' => 'sentinel @:/ word'], sentinel: true);
$user = RedisServer::start($monitor + ['user' => 'locks on >sentinel-word +@all'], sentinel: true);
foreach ([
    'password' => [$password, ['password' => 'sentinel @:/ word']],
    'user' => [$user, ['username' => 'locks', 'password' => 'sentinel-word']],
] as $what => [$sentinel, $login]) {
    $config = SentinelSet::asking([$sentinel], ['password' => 'master @:/ word']);
    $config['sentinel'] += $login;
    $query = http_build_query(
        array_combine(array_map(static fn ($key) => "sentinel_$key", array_keys($login)), $login),
        encoding_type: PHP_QUERY_RFC3986,
    );
    $url = Tests\Pass::urlOfMany('sentinel', [$sentinel->port], 0, ['service' => SentinelSet::SERVICE]) . "&$query";
    $url = str_replace('://', '://:' . rawurlencode('master @:/ word') . '@', $url);
    foreach (['array' => $config, 'url' => $url] as $form => $given) {
        $lock = new RedisMutexLock($given);
        Check::true($lock->lock("$what $form", 0, 60), "$what, $form: lock");
        Check::same($lock->token("$what $form"), $master->client()->call('GET', "lock:$what $form"), "$what, $form: at the master");
        Check::true($lock->unlock("$what $form"), "$what, $form: unlock");
    }
}
echo 'done';
?>
--EXPECT--
done
