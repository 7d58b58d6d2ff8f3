--TEST--
Evictions of any key: waits end in time, fencing tokens grow, answers are true, and only an evicted lock has two holders
--FILE--
<?php
// The lifetime of the keys that fill the memory. 0: no lifetime, so a policy for keys with a lifetime can evict only
// ours, and after these the server is out of memory.
$policies = ['volatile-ttl' => 600, 'volatile-lru' => 0, 'allkeys-lru' => 600, 'allkeys-random' => 600];
$dir = new TempDir();
$servers = [];
foreach (array_keys($policies) as $policy) {
    mkdir($dir->file($policy));
    $options = ['maxmemory-policy' => $policy, 'maxmemory-samples' => 10, 'dir' => $dir->file($policy)];
    $server = RedisServer::start($options + Evictions::OPTIONS);
    $config = [...$server->config(), 'fencing' => true, 'lease' => 1.2];
    $contend = fn (int $seed): Contender => Contender::start($config, $dir->file('stop'), $seed, 600, ' OOM ');
    $servers[$policy] = [$server, $server->client(), array_map($contend, range(1, 4))];
}
$file = static fn (string $policy): string => implode('', array_map(
    file_get_contents(...),
    glob($dir->file("$policy/appendonlydir/*.incr.aof")) ?: glob($dir->file("$policy/appendonly.aof")),
));
// How many locks and how many queues were evicted.
$evicted = static function (string $policy) use ($file): array {
    $written = $file($policy);

    return [Evictions::count($written, 'lock:n\d\r'), Evictions::count($written, 'lock:n\d:queue:')];
};
$enough = static fn (array $count): bool => $count[0] >= 15 && $count[1] >= 2;
// DEL, because only an eviction may be an UNLINK in the file.
$clear = "for _, key in ipairs(redis.call('KEYS', 'filler:*')) do redis.call('DEL', key) end";

$least = Deadline::in(4);
// It takes five seconds. The keys that are evicted are random, and a busy machine fills the memory slowly.
$end = Deadline::in(120);
for ($i = 0; ; $i++) {
    if ($i % 60 === 0) {
        // Only now and then, because the files grow with each filler and reading them delays the next fillers.
        $counts = array_map($evicted, array_keys($policies));
        if ($least->passed() && array_filter($counts, $enough) === $counts) {
            break;
        }
        if ($end->passed()) {
            throw new Tests\Failure("too little was evicted in round $i: " . json_encode($counts));
        }
    }
    foreach ($servers as $policy => [, $redis]) {
        if ($i % 60 === 0) {
            // Fillers of the last sixty rounds would be the oldest keys, and a policy by age would evict only them.
            $redis->call('EVAL', $clear, 0);
            // The memory for clients' buffers changes. The rest is room for a dozen keys.
            preg_match('/^used_memory:(\d+)/m', $redis->call('INFO', 'memory'), $used);
            $redis->call('CONFIG', 'SET', 'maxmemory', $used[1] + 60_000);
        }
        Evictions::clock($redis);
        if ($i % 60 < 30 && $i % 3 === 0) {
            $ends = $policies[$policy] > 0 ? ['EX', $policies[$policy]] : [];
            try {
                $redis->call('SET', 'filler:' . mt_rand(), str_repeat('x', 20_000), ...$ends);
            } catch (RedisError $error) {
                Check::true(str_starts_with($error->getMessage(), 'OOM '), $error->getMessage());
                $redis->call('EVAL', $clear, 0);
            }
        }
    }
    usleep(10_000);
}
touch($dir->file('stop'));
foreach ($servers as $policy => [, $redis, $contenders]) {
    $stories = [];
    foreach ($contenders as $contender) {
        array_push($stories, ...$contender->stories());
    }
    $redis->call('CONFIG', 'SET', 'maxmemory', 0);
    $count = (new Evictions($file($policy)))->judge($stories);
    Check::true($count['evicted'] > 0, "$policy: locks were evicted from their holders");
    $kept = ($kept ?? 0) + $count['kept'];
}
Check::true($kept > 0, 'others were not');
$left = static fn (Tests\RedisClient $redis): array => array_filter(
    $redis->call('KEYS', 'lock:*'),
    static fn (string $key): bool => !str_contains($key, ':fence:'),
);
foreach ($servers as $policy => [, $redis]) {
    Check::eventually(fn (): bool => $left($redis) === [], 5, "$policy: nothing is left");
}
echo 'done';
?>
--EXPECT--
done
