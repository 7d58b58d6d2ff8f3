--TEST--
A huge or recursive array costs the constructor little memory, and gives an object or a ValueError
--FILE--
<?php
// One process each: used memory stays with a process.
$code = <<<'PHP'
    [, $case, $key, $n] = $argv;
    function figure(string $name): int
    {
        preg_match("/^$name:\s+(\d+) kB$/m", file_get_contents('/proc/self/status'), $found);
        return (int) $found[1];
    }
    /** The same array many times in each of some arrays, which cost next to nothing. */
    function shared_arrays(int $n): array
    {
        $shared = array_fill(0, $n, 'x');
        for ($depth = 0; $depth < 6; $depth++) {
            $shared = array_fill(0, $n, $shared);
        }
        return $shared;
    }
    /** An array that holds itself $n times. */
    function looped_array(int $n): array
    {
        $loop = [];
        for ($i = 0; $i < $n; $i++) {
            $loop["key$i"] = &$loop;
        }
        return $loop;
    }
    /** A configuration that holds itself under $n keys. */
    function looped_config(int $n, string $key): array
    {
        $config = ['host' => '127.0.0.1'];
        foreach (array_slice([$key, 'options', 'context', 'parameters', 'pool', 'event', 'driver', 'client'], 0, $n) as $name) {
            $config[$name] = &$config;
        }
        return $config;
    }
    $big = $case === 'string' ? str_repeat('x', 50_000_000) : '';
    $config = match ($case) {
        'shared' => [$key => shared_arrays((int) $n)],
        'looped' => [$key => looped_array((int) $n)],
        'itself' => looped_config((int) $n, $key),
        'keys' => array_fill_keys(array_map(fn (int $i): string => "unknown$i", range(1, (int) $n)), 1),
        'numbers' => array_fill(0, (int) $n, 'x'),
        'nested' => [$key => array_fill(0, (int) $n, 'x')],
        'string' => $key === 'all'
            ? array_fill_keys(['options', 'context', 'parameters', 'client', 'driver', 'serializer', 'host', 'password', 'lease', 'database'], $big)
            : [$key => $big, 'options' => [$big, $big, [$big, [$big]]]],
        'strings' => [$key => array_fill(0, (int) $n, str_repeat('y', 60_000))],
        'deep strings' => [$key => array_fill(0, (int) $n, array_fill(0, (int) $n, str_repeat('y', 4_000)))],
        'deep nodes' => [$key => ['nodes' => $nodes = array_fill(0, (int) $n, array_fill_keys(['host', 'password'], str_repeat('y', 4_000))), 'seeds' => $nodes]],
        'long key' => [str_repeat('k', (int) $n) => 1],
        // The same array under every key.
        'long nested key' => array_fill_keys(explode(' ', $key), [str_repeat('k', (int) $n) => 1]),
    };
    // The class is loaded, and its memory is in use, like that of the arrays above. This sets the highest size back.
    try {
        new RedisMutexLock(['unknown' => 1]);
    } catch (ValueError) {
    }
    @file_put_contents('/proc/self/clear_refs', '5');
    $before = figure('VmRSS');
    $peak = figure('VmHWM');
    set_time_limit(20);
    try {
        new RedisMutexLock($config);
        $result = 'object';
    } catch (ValueError $error) {
        $result = strlen($error->getMessage()) < 1000 ? 'ValueError' : 'a long message';
    }
    say(json_encode([$result, figure('VmHWM') - max($before, $peak)]));
    PHP;
$cases = [];
foreach (['options', 'context', 'host', 'password', 'cluster', 'sentinel'] as $key) {
    $cases[] = ['shared', $key, 8];
    $cases[] = ['looped', $key, 8];
}
foreach (['options', 'host', 'password', 'cluster', 'sentinel', 'context'] as $key) {
    $cases[] = ['shared', $key, 6];
    $cases[] = ['itself', $key, 6];
    $cases[] = ['itself', $key, 8];
    $cases[] = ['nested', $key, 1_000_000];
    $cases[] = ['strings', $key, 10_000];
    $cases[] = ['string', $key, 0];
}
array_push($cases, ['string', 'all', 0], ['string', 'url', 0], ['keys', '', 100_000], ['numbers', '', 100_000]);
$known = 'host port path username password database timeout name scheme url lock_prefix lease max_hold options context';
// A context is read two arrays deep.
$cases[] = ['deep strings', 'context', 10_000];
// Nodes with their keys.
array_push($cases, ['deep strings', 'cluster', 10_000], ['deep nodes', 'cluster', 10_000], ['deep nodes', 'sentinel', 10_000]);
array_push($cases, ['long nested key', $known, 20_000_000], ['long key', '', 20_000_000]);
// An array of a million values takes 16 MB of PHP's own memory.
foreach ($cases as [$case, $key, $n]) {
    $worker = Worker::run($code, [$case, $key, $n], ini: ['memory_limit' => '256M']);
    [$result, $growth] = json_decode($worker->line(60));
    $what = "$case under '$key', $n";
    $ignored = $key === 'options' && $case !== 'itself';
    Check::true($result === 'object' || $result === 'ValueError' && !$ignored, "$what: $result");
    in_array($case, ['keys', 'numbers', 'long key'], true) && Check::same('ValueError', $result, $what);
    // Some strings of an array that is read may be read as well.
    Check::between(-100_000, str_ends_with($case, 'strings') ? 8192 : 4096, $growth, "$what: growth of the process in kB");
    Check::same(0, $worker->wait(60), "$what: its end");
}
echo "done\n";
?>
--EXPECT--
done
