--TEST--
A key of the configuration may have any bytes: an unknown one is a ValueError that shows it escaped, and costs no memory
--FILE--
<?php
// A panic of Rust would be printed on stderr, and it would use much memory to find its place.
$worker = Worker::run(<<<'PHP'
    use Tests\Check;

    function peak(): int
    {
        preg_match('/^VmHWM:\s+(\d+) kB$/m', file_get_contents('/proc/self/status'), $found);
        return (int) $found[1];
    }
    /** The rest of the message. */
    function refused(array $config): string
    {
        $begin = 'RedisMutexLock::__construct(): Argument #1 ($config) has the unknown key ';
        $error = Check::throws(ValueError::class, fn () => new RedisMutexLock($config), $begin);
        return substr($error->getMessage(), strlen($begin));
    }
    $cases = [
        [["\xff" => 1], '"\xff"'],
        [["host\xff" => 'x'], '"host\xff"'],
        [["\xe4\xb8" => 1], '"\xe4\xb8"'],
        [['host' => '127.0.0.1', "a\xc3(" => 1, 'port' => 1], '"a\xc3("'],
        [["\xff" => ["\xfe" => ["\xfd" => 1]]], '"\xff"'],
        [['größe' => 1], '"größe"'],
        [["a\0b" => 1], '"a\0b"'],
        [[-7 => 1], '"-7"'],
        [[PHP_INT_MIN => 1], '"-9223372036854775808"'],
    ];
    $long = [str_repeat("\xff", 50_000) => 1];
    // The classes are loaded.
    refused(['zzzzz' => 1]);
    preg_match('//u', 'x');
    $before = peak();
    foreach ($cases as [$config, $shown]) {
        Check::same($shown, refused($config), 'the key');
    }
    Check::same(1, preg_match('/^"(\\\\xff){10,20}…"$/', refused($long)), 'the beginning of a long key');
    // A key that is ignored may hold anything. Another one may be refused, and then the message names it.
    $accepted = [];
    foreach (['options', 'context', 'parameters', 'pool', 'host', 'password', 'auth', 'lease', 'cluster', 'sentinel', 'servers', 'url'] as $key) {
        foreach ([["\xff" => 1], ["\xff" => ["\xfe" => 'x']], ['nodes' => ["\xff" => 1], "\xfe" => "\xff"], [["\xff" => 1]]] as $value) {
            try {
                new RedisMutexLock([$key => $value]);
                $accepted[$key] = true;
            } catch (ValueError $error) {
                Check::same(1, preg_match('/^RedisMutexLock::__construct\(\): Argument #1 \(\$config\) .*"' . $key . '"/u', $error->getMessage()), $error->getMessage());
            }
        }
    }
    Check::same([], array_diff(['options', 'parameters', 'pool'], array_keys($accepted)), 'keys that are ignored');
    Check::between(0, 4096, peak() - $before, 'growth of the process in kB');
    PHP, env: ['RUST_BACKTRACE' => '1']);
Check::same('', $worker->finish(), 'it says nothing');
echo "done\n";
?>
--EXPECT--
done
