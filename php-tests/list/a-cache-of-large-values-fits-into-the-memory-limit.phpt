--TEST--
list() of 40,000 cache values of 5 kB below the prefix fits into the default memory limit of PHP
--FILE--
<?php
$server = RedisServer::start();
$server->client()->call('EVAL', <<<'LUA'
    local value = string.rep('v', 5000)
    for i = 1, 40000 do
        redis.call('SET', 'app_cache:item:' .. i, value)
    end
    LUA, 0);
$worker = Worker::run(<<<'PHP'
    $lock = new RedisMutexLock(['url' => $argv[1], 'lock_prefix' => '']);
    $found = $lock->list('app_cache:*', 100_000);
    preg_match('/^VmHWM:\s+(\d+) kB$/m', file_get_contents('/proc/self/status'), $resident);
    say(count($found) . ' ' . memory_get_peak_usage() . " $resident[1]");
    PHP, [$server->url(command_timeout: 60)], ini: ['memory_limit' => '128M']);
[$count, $bytes, $resident] = explode(' ', $worker->line(120));
Check::same('40000', $count, 'found');
Check::between(1, 100_000_000, (int) $bytes, 'bytes of PHP');
// The whole process, which has the answers outside of memory_limit.
Check::between(1, 200_000, (int) $resident, 'kB of the process');
$worker->finish();
echo "done\n";
?>
--EXPECT--
done
