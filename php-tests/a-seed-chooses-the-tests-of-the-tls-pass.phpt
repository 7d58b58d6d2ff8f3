--TEST--
A seed chooses a tenth of the tests that can run over TLS, the same in each run; TLS_PASS=all and a name on the command line choose a test in any case
--FILE--
<?php
$files = array_map(static fn (int $i): string => "/root/php-tests/faults/test-$i.phpt", range(1, 1000));
$chosen = static fn (array $files, ?int $seed): array => TlsPass::chosen($files, $seed, '/root');
Check::between(60, 140, count($chosen($files, 1)), 'about a tenth');
Check::same($chosen($files, 1), $chosen($files, 1), 'the same choice again');
Check::true($chosen($files, 1) !== $chosen($files, 2), 'another seed, another choice');
Check::same($files, $chosen($files, null), 'all');
// A choice that depended on the tests beside it could not be repeated with one of them.
$part = array_slice($files, 300, 100);
Check::same(array_values(array_intersect($part, $chosen($files, 1))), $chosen($part, 1), 'the same of a part');
$moved = array_map(static fn (string $file): string => "/elsewhere$file", $files);
Check::same(count($chosen($files, 1)), count(TlsPass::chosen($moved, 1, '/elsewhere/root')), 'the same in another checkout');
// Each test has its turn.
$ever = array_merge(...array_map(static fn (int $seed): array => $chosen($files, $seed), range(1, 150)));
Check::same(1000, count(array_unique($ever)), 'tests that some seed chooses');

foreach (['all' => null, '1234' => 1234, '0' => 0] as $said => $seed) {
    putenv("TLS_PASS=$said");
    Check::same($seed, TlsPass::seed(), "TLS_PASS=$said");
}
foreach (['' , null] as $said) {
    putenv($said === null ? 'TLS_PASS' : "TLS_PASS=$said");
    Check::between(1, 999_999, TlsPass::seed(), 'a random seed');
}
foreach (['-1', '1.5', 'none'] as $said) {
    putenv("TLS_PASS=$said");
    Check::throws(UnexpectedValueException::class, TlsPass::seed(...), "not '$said'");
}

// The runner, with seeds of which one chooses this test and one does not.
// The test runs in a copy of the folder, and the seed chooses names below the real one.
$root = dirname((string) realpath(__DIR__ . "/run.php"), 2);
$test = "$root/php-tests/renewal/on-lost-takes-every-callable.phpt";
$twice = "$root/php-tests/faults/script-flush-between-calls-is-not-noticed.phpt";
$seeds = [];
for ($seed = 1; count($seeds) < 2; $seed++) {
    $seeds[(int) (TlsPass::chosen([$twice], $seed, $root) !== [])] ??= $seed;
}
$dir = new TempDir();
$run = static function (string $choice, array $arguments) use ($dir): string {
    $log = $dir->file(md5($choice . implode(' ', $arguments)));
    $runner = new Process([PHP_BINARY, '-n', __DIR__ . '/run.php', ...$arguments], $log, ['TLS_PASS' => $choice], orphaned: 'TERM');
    $code = $runner->wait(200);
    $output = (string) file_get_contents($log);
    Check::same(0, $code, "exit status:\n$output");

    return $output;
};
$output = $run((string) $seeds[0], [$test, $twice]);
Check::true(str_contains($output, "2 tests, 1 of them can run over TLS too, 1 do so in this run\n"), $output);
Check::true(str_contains($output, "chosen by TLS_PASS=$seeds[0], which repeats the choice; TLS_PASS=all: all of them\n"), $output);
Check::true(str_contains($output, "not renewal/on-lost-takes-every-callable: "), $output);
Check::true(str_contains($output, "\n3 passed, 0 failed, 0 skipped\n"), $output);
echo 'done';
?>
--EXPECT--
done
