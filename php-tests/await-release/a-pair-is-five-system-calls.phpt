--TEST--
A lock and a release that is not awaited are five system calls over TCP, and at most six over a Unix socket
--FILE--
<?php
Check::true((string) shell_exec('command -v strace') !== '', "strace is installed: run 'tools/setup test'");
const PAIRS = 500;
$code = <<<'PHP'
    <?php
    [, $url, $name] = $argv;
    $lock = new RedisMutexLock($url);
    $pairs = function (int $pairs) use ($lock, $name): void {
        for ($i = 0; $i < $pairs; $i++) {
            if (!$lock->lock($name, 0, 60) || !$lock->unlock($name)) {
                exit(1);
            }
        }
    };
    $pairs(10);
    @file_get_contents('/begin');
    $pairs((int) $argv[3]);
    @file_get_contents('/end');
    PHP;
$server = RedisServer::shared();
$dir = new TempDir();
file_put_contents($dir->file('pairs.php'), $code);
$ways = [
    'TCP' => [$server->url(await_release: 0), 5],
    // There a poll is the fastest way to sleep.
    'a Unix socket' => [$server->unixUrl() . '&await_release=0', 6],
];
foreach ($ways as $way => [$url, $most]) {
    $trace = $dir->file('trace');
    $words = [PHP_BINARY, ...Extension::arguments(), $dir->file('pairs.php'), $url, Check::unique('pair'), PAIRS];
    $command = implode(' ', array_map(escapeshellarg(...), ['strace', '-o', $trace, ...$words]));
    exec("$command 2>&1", $output, $code);
    Check::same([0, []], [$code, $output], "$way: the script works");
    $text = (string) file_get_contents($trace);
    $text = substr($text, (int) strpos($text, '"/begin"'), (int) strpos($text, '"/end"') - (int) strpos($text, '"/begin"'));
    // Each pair sends a SET. Where glibc and the kernel are new, the token of a pair is drawn without a call. A pair whose
    // release was sent over a millisecond ago looks whether its answer has come, as all do on a machine that is busy with other
    // work. So the pair with the fewest calls counts.
    $pairs = array_slice(preg_split('/^(?=\w+\([^\n]*\$3\\\\r\\\\nSET\\\\r)/m', $text), 2, -1);
    Check::same(PAIRS - 2, count($pairs), "$way: pairs");
    $calls = array_map(fn (string $pair): int => preg_match_all('/^\w+\(/m', $pair), $pairs);
    $quickest = array_search(min($calls), $calls, true);
    Check::between(3, $most, $calls[$quickest], "$way: system calls of the pair with the fewest:\n{$pairs[$quickest]}");
}
echo "done\n";
?>
--EXPECT--
done
