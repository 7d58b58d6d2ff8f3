--TEST--
The mode check of redis-lock sums up in its first line, prints a line for each row with the worst first, colours on a terminal only, or JSON, and its exit status is that of the worst row
--FILE--
<?php
$dir = new TempDir();
// Returns the exit status and what was printed, to a pipe or to a terminal.
$run = static function (array $config, bool $json = false, bool $terminal = false, array $env = []) use ($dir): array {
    file_put_contents($dir->file('config.php'), '<?php return ' . var_export($config + ['command_timeout' => 20], true) . ';');
    $tool = [dirname(__DIR__, 2) . '/bin/redis-lock', 'check', '--config=' . $dir->file('config.php')];
    $command = [PHP_BINARY, ...Extension::arguments(), ...$tool, ...$json ? ['--json'] : []];
    $out = $terminal ? ['pty'] : ['pipe', 'w'];
    $process = proc_open($command, [1 => $out, 2 => ['pipe', 'w']], $pipes, null, $env + ['PATH' => (string) getenv('PATH')]);
    $text = '';
    // A terminal whose last writer has gone gives an error in place of an end.
    while (!feof($pipes[1]) && ($part = @fread($pipes[1], 8192)) !== false && $part !== '') {
        $text .= $part;
    }
    $errors = stream_get_contents($pipes[2]);

    return [proc_close($process), str_replace("\r\n", "\n", $text), $errors];
};

$server = RedisServer::start(['appendonly' => 'yes']);
$way = $server->config();
[$status, $text] = $run($way);
Check::same(0, $status, "all is good:\n$text");
$name = "127.0.0.1:$server->port, database 0";
Check::true(str_starts_with($text, "good: 11 of 11 at $name\ngood     $name  reachable         it lets us in and answers\n"), "the first line of\n$text");
Check::same(12, substr_count($text, "\n"), "the sum and a line for each row:\n$text");
Check::same(false, str_contains($text, "\e"), 'no colours in a pipe');

$server->client()->call('CONFIG', 'SET', 'appendonly', 'no');
[$status, $text] = $run($way);
Check::same(1, $status, "a warning:\n$text");
Check::true(str_starts_with($text, "warning: persistence (1 of 11) at $name\nwarning  "), "the sum and the worst row in\n$text");
Check::same(1, preg_match("/^warning  $name  persistence       appendonly no, .+\n {9}redis-cli CONFIG SET appendonly yes/m", $text), "the advice in\n$text");
[, $coloured] = $run($way, terminal: true);
Check::true(str_contains($coloured, "\e[33mwarning\e[0m  $name"), 'a colour on a terminal');
[, $plain] = $run($way, terminal: true, env: ['NO_COLOR' => '1']);
Check::same(false, str_contains($plain, "\e"), 'no colours with NO_COLOR');
[$status, $json] = $run($way, json: true, terminal: true);
$rows = json_decode($json, true);
Check::same([1, 11, 'reachable'], [$status, count($rows), $rows[0]['what']], 'JSON');
Check::same(['server', 'what', 'state', 'found', 'advice'], array_keys($rows[0]), 'fields');

$server->kill();
[$status, $text] = $run($way);
Check::same(2, $status, "something is bad:\n$text");
Check::same(1, preg_match("/\Abad: reachable \(1 of \d+\) at $name\nbad /", $text), "the sum in\n$text");
Check::same(false, str_contains(explode("\n", $text)[0], '|'), 'a monitor takes what stands behind this sign for figures');
[$status, , $errors] = $run(['lease' => 'x']);
Check::same([78, 1], [$status, preg_match('/^redis-lock: In the configuration, "lease" must be /', $errors)], $errors);
echo 'done';
?>
--EXPECT--
done
