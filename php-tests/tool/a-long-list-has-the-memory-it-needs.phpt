--TEST--
redis-lock list shows a long list in spite of a low memory_limit, as a table and as JSON
--FILE--
<?php
$server = RedisServer::start();
$count = 20_000;
$server->client()->call('EVAL', "for i = 1, $count do redis.call('SET', 'lock:' .. i, 'another') end", 0);
$dir = new TempDir();
foreach ([['list'], ['list', '--json']] as $words) {
    $command = [...LockTool::program(['memory_limit' => '8M']), ...$words, "--url={$server->url()}"];
    $process = new Process($command, $dir->file('log'));
    $status = $process->wait(60);
    $lines = file($dir->file('log'));
    Check::same(0, $status, implode(' ', $words) . ': ' . implode('', array_slice($lines, -3)));
    Check::between($count, 100 * $count, count($lines), 'lines');
    unlink($dir->file('log'));
}
echo 'done';
?>
--EXPECT--
done
