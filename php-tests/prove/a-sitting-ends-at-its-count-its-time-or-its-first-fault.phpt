--TEST--
A sitting of the long proof ends at its count, when its time is over, or with its first fault, and its row says which
--FILE--
<?php
$dir = new TempDir();
$ledger = new ProofLedger($dir->file('proof.tsv'));
mkdir($dir->file('checkout/tools'), recursive: true);
copy(dirname(__DIR__, 2) . '/tools/unchanged-since', $dir->file('checkout/tools/unchanged-since'));
$checkout = new Checkout($dir->file('checkout'));
$commit = substr($checkout->commit('The code'), 0, 12);
$sit = static function (string $code, int $seed, float $minutes = 10) use ($ledger, $checkout): array {
    $command = static fn (int $seed, int $left): array => ['sh', '-c', $code, 'sh', "$left"];
    $part = new ProofPart('sample', $command, 'calls', '/^(\d+) calls/m', 100, 1, ['stops' => '/(\d+) stops/'], 'SAMPLE_SEED');
    ob_start();
    $good = (new ProofSitting($part, $ledger, new ProofCode($checkout->folder)))->run($seed, 100, $minutes);
    Check::true(str_contains(ob_get_clean(), "== sample seed $seed: 0 of 100 calls\n"), 'the output names the seed');
    $rows = $ledger->rows();
    $row = end($rows);

    return [$good, $row->seeds, $row->count, $row->among, $row->found];
};
// The seed is the number of calls, and the third round takes what is left.
Check::same([true, '40-42', 123, ['stops' => 3], 'nothing'], $sit('echo "$SAMPLE_SEED calls, 1 stops"', 40), 'the count is reached');
Check::same([true, '50-51', 101, ['stops' => 0], 'nothing'], $sit('echo "$SAMPLE_SEED calls"; [ "$1" -ge 50 ]', 50), 'what is left is known');
Check::same(
    [false, '7-7', 7, ['stops' => 0], 'nothing in 7 of 100, and then the time was over'],
    $sit('echo "$SAMPLE_SEED calls"', 7, 0), 'the time is over',
);
Check::same(
    [false, '40-41', 81, ['stops' => 0], 'wrong: seed 41, exit status 3: WRONG: 2 overlaps'],
    $sit('echo "$SAMPLE_SEED calls"; [ "$SAMPLE_SEED" != 41 ] || { echo "WRONG: 2 overlaps"; exit 3; }', 40), 'a fault',
);
Check::same([false, '1-1', 0, ['stops' => 0], 'wrong: seed 1, exit status 0: it did not say why'], $sit('true', 1), 'a round without a count');
Check::same(array_fill(0, 5, $commit), array_column($ledger->rows(), 'commit'), 'one row for each sitting');
[$good] = $sit('echo "elsewhere: only root can install packages and a chroot"; exit 1', 60);
Check::same([false, 5], [$good, count($ledger->rows())], 'a tool that could not begin says nothing of the code');
$crash = 'elsewhere: the tests have ended without their last line';
Check::same("wrong: seed 61, exit status 1: $crash", $sit("echo '$crash'; exit 1", 61)[4], 'tests that crashed had begun');
Check::same('wrong: seed 62, exit status 124: it was ended after 4 hours', $sit('exit 124', 62)[4], 'a round without an end');

// Somebody changes a file during a round, and commits nothing.
$sit("touch '$checkout->folder/changed'; echo 100 calls", 63);
$sit('echo "$SAMPLE_SEED calls"', 64);
Check::same([$commit, "$commit-dirty", "$commit-dirty"], array_column(array_slice($ledger->rows(), -3), 'commit'), 'what was tested is no commit');

// Two sittings at once: the later row does not take the place of the other one.
$rows = $ledger->rows();
$other = new ProofLedger($dir->file('proof.tsv'));
$ledger->put($rows[0]);
$other->put($rows[1], $rows[0]);
$lines = array_map(static fn (ProofRow $row): string => $row->line(), $ledger->rows());
Check::same(array_map(static fn (ProofRow $row): string => $row->line(), [...array_slice($rows, 1), $rows[1]]), $lines, 'the rows of both');

// The command itself, with all its options: the file of the rows and the seed are named, and a minute is a number.
$prove = [PHP_BINARY, '-n', dirname(__DIR__) . '/prove.php', "--root=$dir->path", '--part=fuzz', '--count=1', '--seed=9', '--minutes=1'];
$process = new Process($prove, $dir->file('said'));
Check::same(0, $process->wait(120), $dir->read('said'));
$row = (new ProofLedger($dir->file('docs/proof.tsv')))->rows()[0];
Check::same(['fuzz', '9-9', 'nothing'], [$row->part, $row->seeds, $row->found], $dir->read('said'));

echo 'done';
?>
--EXPECT--
done
