--TEST--
Wrong words give 64, a missing module or a wrong configuration 78, and a Redis that is away 69, each with a sentence, and no command runs
--FILE--
<?php
// A server would see a connection.
$server = RedisServer::start();
$url = "--url={$server->url()}";
$dir = new TempDir();
$file = static function (string $code) use ($dir): string {
    $path = $dir->file(random_int(1, PHP_INT_MAX) . '.php');
    file_put_contents($path, $code);

    return "--config=$path";
};
$run = static fn (string ...$words): array => ['run', ...$words, '--', 'echo', 'it ran'];
$cases = [
    [64, [], 'The mode is missing'],
    [64, ['bogus'], 'There is no mode bogus'],
    [64, ['run', 'a', $url], 'The command is missing'],
    [64, ['run', 'a', $url, '--'], 'The command is missing'],
    [64, $run($url), 'The name of the lock is missing'],
    [64, $run('a', 'b', $url), 'more than one name'],
    [64, $run('', $url), 'has 1 to 4096 bytes, and this one has 0'],
    [64, $run(str_repeat('a', 4097), $url), 'this one has 4097'],
    [64, $run('a', $url, '--wait=-1'), '--wait=-1 is not a number of seconds'],
    [64, $run('a', $url, '--wait=soon'), '--wait=soon is not'],
    [64, $run('a', $url, '--wait=inf'), '--wait=inf is not'],
    [64, $run('a', $url, '--wait=1e999'), '--wait=1e999 is not'],
    [64, $run('a', $url, '--wait'), '--wait needs a value: --wait=S'],
    [64, $run('a', $url, '--lease=0'), '--lease=0 is not a number of seconds from 0.01 to 31,536,000'],
    [64, $run('a', $url, '--keep=31536001'), '--keep=31536001 is not'],
    [64, $run('a', $url, '--limit=0'), '--limit=0 is not a whole number from 1 to 1,000,000'],
    [64, $run('a', $url, '--limit=1000001'), '--limit=1000001 is not'],
    [64, $run('a', $url, '--limit=2.5'), '--limit=2.5 is not'],
    [64, $run('a', $url, '--limit=many'), '--limit=many is not'],
    [64, $run('a', $url, '--limit'), '--limit needs a value: --limit=N'],
    [64, $run('a', $url, '--shared=3'), '--shared has no value'],
    [64, $run('a', $url, '--limit=3', '--shared'), 'Give --limit or --shared'],
    [64, $run('a', $url, '--bogus'), 'no option --bogus'],
    [64, $run('a', $url, '-x'), 'no option -x'],
    [64, $run('a', $url, '--yes'), 'no option --yes'],
    [64, $run('a', $url, $file('<?php return [];')), 'Give --url or --config'],
    [64, $run('a', '--url='), 'must not be an empty string'],
    [64, ['list', '--url='], 'must not be an empty string'],
    [64, $run('a', '--url=bogus://x'), 'bogus'],
    [64, ['list', $url, 'a', 'b'], 'more than one pattern'],
    [64, ['list', $url, ''], 'A pattern has 1 to 4096 bytes'],
    [64, ['list', $url, '--json=x'], '--json has no value'],
    [64, ['list', $url, '--json', '--watch'], 'Give --json or --watch'],
    [64, ['list', $url, '--watch=0'], '--watch=0 is not'],
    [64, ['list', $url, '--watch', '5'], 'write --watch=5'],
    [64, ['check', $url, '--', 'ls'], 'takes options alone'],
    [64, ['release', $url], 'The name of the lock is missing'],
    [78, $run('a', '--config=/nowhere.php'), 'does not exist'],
    [78, $run('a', $file('<?php return 1;')), 'returns no array'],
    [78, $run('a', $file('<?php return [')), 'does not run'],
    [78, $run('a', $file("<?php return ['hots' => 'x'];")), 'hots'],
    [78, $run('a', '--limit=3', '--url=redis+quorum://127.0.0.1:1,127.0.0.1:2,127.0.0.1:3'), 'independent servers cannot count shares'],
];
foreach ($cases as [$status, $words, $sentence]) {
    $tool = new LockTool($words);
    Check::same('', $tool->ends($status, implode(' ', array_map(static fn (string $word): string => substr($word, 0, 60), $words))), 'output');
    Check::true(str_contains($tool->stderr(), $sentence), "$sentence: {$tool->stderr()}");
    Check::same($status === 64 ? 2 : 1, substr_count($tool->stderr(), "\n"), "lines: {$tool->stderr()}");
}
foreach (['pcntl_fork', 'posix_kill', 'pcntl_sigtimedwait'] as $function) {
    $tool = new LockTool($run('a', $url), ini: ['disable_functions' => $function]);
    Check::same('', $tool->ends(78, $function), 'output');
    Check::true(str_contains($tool->stderr(), "needs the modules pcntl and posix, and PHP") && str_contains($tool->stderr(), $function), $tool->stderr());
}
// The other modes need neither.
(new LockTool(['list', $url], ini: ['disable_functions' => 'pcntl_fork,posix_kill']))->ends(0, 'list without pcntl');
foreach ([$run('a', $url), ['list', $url], ['release', 'a', $url]] as $words) {
    $tool = new LockTool($words, extension: false);
    $tool->ends(78, 'without the extension');
    Check::true(str_contains($tool->stderr(), 'needs the extension redis_mutex_lock'), $tool->stderr());
}
$stats = $server->client()->commandstats();
Check::same([], array_intersect(array_keys($stats), ['set', 'evalsha', 'eval']), 'no lock was asked for');
$server->stop();
foreach ([$run('a', $url), ['list', $url], ['release', 'a', '--yes', $url]] as $words) {
    $tool = new LockTool($words);
    Check::same('', $tool->ends(69, 'Redis is away'), 'output');
    Check::true(str_contains($tool->stderr(), 'cannot be reached'), $tool->stderr());
}
echo 'done';
?>
--EXPECT--
done
