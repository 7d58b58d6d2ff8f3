--TEST--
redis-lock ends silently with 141 if the reader of its output has gone, and with 74 and a sentence if the output cannot be written
--FILE--
<?php
$server = RedisServer::start();
$server->client()->call('SET', 'lock:a', 'another');
$dir = new TempDir();
$run = static function (string $shell, array $words) use ($dir): array {
    $process = new Process(['sh', '-c', $shell, 'sh', ...LockTool::program(), ...$words], $dir->file('log'));
    $status = $process->wait(60);
    $said = $dir->read('log');
    unlink($dir->file('log'));

    return [$status, $said];
};
$url = "--url={$server->url()}";
$fifo = $dir->file('pipe');
// Open for both at first, then only to write, and nobody reads.
$gone = "rm -f $fifo; mkfifo $fifo; exec 3<>$fifo; exec >$fifo 3<&-; exec \"\$@\"";
foreach ([['list', $url], ['list', $url, '--json'], ['list', $url, '--watch'], ['check', $url], ['--help'], ['--version']] as $words) {
    $what = implode(' ', $words);
    Check::same([141, ''], $run($gone, $words), "$what: nobody reads");
    Check::same([74, "redis-lock: The output cannot be written: No space left on device\n"], $run('exec "$@" >/dev/full', $words), "$what: a full disk");
}
// What cannot be shown is not released.
Check::same(74, $run('exec "$@" >/dev/full', ['release', 'a', '--yes', $url])[0], 'release');
Check::same(1, $server->client()->call('EXISTS', 'lock:a'), 'the lock is held');
echo 'done';
?>
--EXPECT--
done
