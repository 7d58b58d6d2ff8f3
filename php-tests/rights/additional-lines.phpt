--TEST--
The ACL lines "in addition" and the one for sentinels permit what they name and nothing else
--FILE--
<?php
/** A connection of the user of the lines. AUTH and HELLO need no right. */
$login = static function (RedisServer $server): RedisClient {
    $client = $server->client(...array_values(Rights::USER));
    Check::true(in_array('mode', $client->call('HELLO', 2), true), 'HELLO');

    return $client;
};
$permits = static function (RedisClient $client, string ...$words): bool {
    try {
        $client->call(...$words);
    } catch (RedisError $error) {
        return !str_starts_with($error->getMessage(), 'NOPERM ');
    }

    return true;
};

$plain = RedisServer::start(['cluster-enabled' => 'yes']);
Rights::grant($plain, Rights::line('without waiting, without fencing'));
$client = $login($plain);
$lines = [
    'in addition, for shares' => [['ZCARD', 'lock:a'], ['ZRANGE', 'lock:a', '0', '0'], ['PEXPIREAT', 'lock:a', '1']],
    'in addition, for min_replicas' => [['WAIT', 0, 1]],
    'in addition, for list' => [['SCAN', '0'], ['ZCOUNT', 'lock:a', '1', '2']],
    'in addition, for a Cluster' => [['CLUSTER', 'SLOTS'], ['ASKING']],
];
foreach ($lines as $line => $commands) {
    foreach ($commands as $words) {
        Check::same(false, $permits($client, ...$words), "$words[0] before");
    }
    Rights::grant($plain, Rights::line($line));
    foreach ($commands as $words) {
        Check::same(true, $permits($client, ...$words), "$words[0] with '$line'");
    }
    Check::same(count($commands), count(Rights::named($line)), "$line: rights");
}
Check::same(false, $permits($client, 'CLUSTER', 'NODES'), 'CLUSTER NODES');

$sentinel = RedisServer::start(sentinel: true);
Rights::grant($sentinel, Rights::line('for Sentinel, at each sentinel'));
$client = $login($sentinel);
Check::same(null, $client->call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', 'unknown'), 'asked for a master');
foreach ([['SENTINEL', 'MASTERS'], ['PING'], ['INFO']] as $words) {
    Check::same(false, $permits($client, ...$words), implode(' ', $words));
}

// The first line is the sum of the others for one server.
$sum = [Rights::ALL_FEATURES, 'in addition, for shares', 'in addition, for min_replicas', 'in addition, for list', 'in addition, recommended'];
$sum = array_merge(...array_map(Rights::named(...), $sum));
$all = Rights::named('everything');
sort($sum);
sort($all);
Check::same($sum, $all, 'everything');
echo 'done';
?>
--EXPECT--
done
