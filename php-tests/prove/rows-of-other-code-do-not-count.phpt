--TEST--
The long proof sums the sittings of one code: no row of another one, of a dirty tree, or of seeds that were used before
--FILE--
<?php
$dir = new TempDir();
$file = $dir->file('docs/proof.tsv');
$part = ProofPart::all()['hammer-server'];
$ledger = new ProofLedger($file);
$row = static fn (string $commit, string $seeds, int $count, string $found = ProofRow::NOTHING, string $part = 'hammer-server'): ProofRow =>
    new ProofRow('2026-01-02', $commit, 'a machine, 2 cores', $part, $seeds, $count, ['kills' => 7, 'stops' => 0], 61, $found);
foreach ([
    $row('aaa', '1-4', 900_000),
    $row('ccc', '1-2', 100_000),
    $row('bbb', '3-5', 120_000),
    // Its seed 5 was used.
    $row('ccc', '5-6', 500_000),
    $row('ccc-dirty', '7-9', 800_000),
    $row('ccc', '20-21', 20_000, 'nothing in 20000 of 30000, and then the time was over'),
    $row('ccc', '1-40', 900_000, part: 'fuzz'),
] as $one) {
    $ledger->put($one);
}
Check::same(22, $ledger->nextSeed($part), 'the next seed');
Check::same(1, $ledger->nextSeed(ProofPart::all()['models']), 'the first seed');

// The file says the same to another process.
$again = new ProofLedger($file);
$lines = static fn (ProofLedger $of): array => array_map(static fn (ProofRow $row): string => $row->line(), $of->rows());
Check::same($lines($ledger), $lines($again), 'the rows of the file');
$isSame = static fn (string $one, string $other = 'ccc'): bool => in_array($one, ['bbb', 'ccc'], true) && in_array($other, ['bbb', 'ccc'], true);
$sum = ProofSum::of($part, $again->rows(), static fn (string $commit): bool => $isSame($commit));
Check::same(240_000, $sum->count, 'sections');
Check::same(['kills' => 21], $sum->among, 'what was among them');
Check::same(false, $sum->isReached(), 'the goal');
$missing = $again->missing(static fn (string $commit): bool => $isSame($commit));
Check::same('hammer-server has 240,000 of 250,000 sections', $missing[0], 'what is missing');
Check::same(count(ProofPart::all()), count($missing), 'parts that lack something');

// A sitting is saved after each round, in place of what it has said before.
$again->put($first = $row('ccc', '30-30', 5_000, 'nothing in 5000 of 10000, and then the time was over'));
$again->put($row('ccc', '30-31', 10_000), $first);
mkdir($dir->file('docs/zh-CN'));
foreach (['docs/reliability.md', 'docs/zh-CN/reliability.md'] as $page) {
    file_put_contents($dir->file($page), "above\n<!-- written by make prove -->\nold\n<!-- end of what make prove writes -->\nbelow\n");
}
$page = new ProofPage($again, $isSame);
Check::same(2, count($page->stale($dir->path)), 'pages with an old table');
$page->write($dir->path);
$page->write($dir->path);
Check::same([], $page->stale($dir->path), 'pages with an old table after they were written');
$english = file_get_contents($dir->file('docs/reliability.md'));
Check::true(str_contains($english, '| `hammer-server` | 250,000 sections | 28 kills | 1-2 3-5 20-21 30-31 | `ccc` `bbb` | 2026-01-02 | 5 | nothing |'), $english);
Check::true(str_contains($english, '| `asan` | 0 tests |'), $english);
Check::true(str_starts_with($english, 'above') && str_ends_with($english, "below\n") && !str_contains($english, 'old'), $english);
Check::true(str_contains(file_get_contents($dir->file('docs/zh-CN/reliability.md')), '| 强行终止 28 次 |'), 'the Chinese table');

// What was found stays, also behind seeds that were used before.
$again->put($row('ccc', '2-2', 10, ProofRow::wrong("1 overlaps\nand more")));
$sum = ProofSum::of($part, $again->rows(), static fn (string $commit): bool => $isSame($commit));
Check::same([true, ['wrong: 1 overlaps and more']], [$sum->isReached(), $sum->faults], 'a fault');
Check::same('hammer-server: wrong: 1 overlaps and more', $again->missing(static fn (string $commit): bool => $isSame($commit))[0], 'a fault');

echo 'done';
?>
--EXPECT--
done
