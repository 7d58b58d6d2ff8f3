--TEST--
underLock(): a job that is done long before retry_after leaves no key; a long one leaves a mark with the lifetime that it names
--FILE--
<?php
use Tests\Check;
use Tests\RedisServer;
use Tests\ThinkQueue;

// A server of its own, because all of its keys are counted.
$redis = RedisServer::start();
$connection = ['connection' => ['host' => '127.0.0.1', 'port' => $redis->plainPort], 'store' => null];
foreach (['short' => 600, 'long' => 1] as $which => $retryAfter) {
    $worker = (new ThinkQueue($retryAfter, $connection))->worker();
    ThinkQueue::push($worker, ['lock' => Check::unique('export'), 'options' => ['remember' => 500]]);
    ThinkQueue::begin($worker);
    $worker->tell('finish');
    ThinkQueue::end($worker, 'done');
    $keys = $redis->client()->call('KEYS', '*');
    Check::same($which === 'long' ? 1 : 0, count($keys), "keys of a $which job: " . implode(' ', $keys));
}
Check::true(preg_match('/^lock:done:[0-9a-f]{64}$/D', $keys[0]) === 1, $keys[0]);
Check::between(1, 500, $redis->client()->call('TTL', $keys[0]), 'seconds that the mark lives');
echo "done\n";
?>
--EXPECT--
done
