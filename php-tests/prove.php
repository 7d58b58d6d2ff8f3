<?php
/*
 * The long proof: what `make test` does for seconds, for an hour or more, in parts. `make prove` calls it.
 *
 *   php -n php-tests/prove.php                       each part that has not reached its goal
 *   php -n php-tests/prove.php --part=fuzz           this part alone
 *   php -n php-tests/prove.php --count=100000        a sitting of so many, instead of what the goal still lacks
 *   php -n php-tests/prove.php --seed=42             from this seed on, instead of the first one that was not used yet
 *   php -n php-tests/prove.php --minutes=10          no new round after this time
 *   php -n php-tests/prove.php --root=/tmp/try       rows and pages go below this folder, which is made
 *   php -n php-tests/prove.php --check               says whether the proof is complete for the code that stands here
 *
 * Each sitting of a part is a row of docs/proof.tsv. The rows of the same code (tools/unchanged-since) are summed, and their
 * table stands in docs/reliability.md and docs/zh-CN/reliability.md. The exit status is 0 only if each part reached its
 * count and found nothing.
 */

declare(strict_types=1);

namespace Tests;

require __DIR__ . '/lib/autoload.php';

Cleanup::whenInterrupted();
$usage = static function (): never {
    $parts = implode('|', array_keys(ProofPart::all()));
    fwrite(STDERR, "usage: prove.php [--check] [--part=$parts] [--count=N] [--seed=N] [--minutes=N] [--root=FOLDER]\n");
    exit(2);
};
$options = [];
foreach (array_slice($argv, 1) as $argument) {
    preg_match('/^--(?:(count|seed|minutes)=(\d+)|(part|root)=(.+)|(check))$/', $argument, $found) === 1 || $usage();
    $options[($found[1] ?? '') ?: ($found[3] ?? '') ?: $found[5]] = ($found[2] ?? '') ?: $found[4] ?? '';
}
$parts = ProofPart::all();
isset($options['part']) && !isset($parts[$options['part']]) && $usage();

$code = new ProofCode(dirname(__DIR__));
$root = $options['root'] ?? dirname(__DIR__);
$ledger = new ProofLedger("$root/docs/proof.tsv");
if (isset($options['check'])) {
    $missing = [...$ledger->missing($code->standsHere(...)), ...(new ProofPage($ledger, $code->isSame(...)))->stale($root)];
    echo $missing === [] ? "the proof is complete\n" : implode("\n", $missing) . "\n";
    exit($missing === [] ? 0 : 1);
}
$good = true;
foreach (isset($options['part']) ? [$parts[$options['part']]] : $parts as $part) {
    $sum = ProofSum::of($part, $ledger->rows(), $code->standsHere(...));
    $goal = (int) ($options['count'] ?? $part->goal - $sum->count);
    if ($goal <= 0) {
        echo "== $part->name: reached before, " . $sum->text('en') . "\n";
        $good = $sum->faults === [] && $good;
        continue;
    }
    $sitting = new ProofSitting($part, $ledger, $code);
    $good = $sitting->run((int) ($options['seed'] ?? $ledger->nextSeed($part)), $goal, (float) ($options['minutes'] ?? $part->minutes)) && $good;
    (new ProofPage($ledger, $code->isSame(...)))->write($root);
}
echo "\n", (new ProofPage($ledger, $code->isSame(...)))->table('en');
exit($good ? 0 : 1);
