<?php
/*
 * The code that the long proof is about, as git knows it. The rule which changes matter stands in tools/unchanged-since. Used by
 * prove.php, ProofSitting and ProofPage.
 */

declare(strict_types=1);

namespace Tests;

final class ProofCode
{
    /** @var array<string, bool> */
    private array $known = [];

    /** @param string $root of the checkout */
    public function __construct(private readonly string $root)
    {
    }

    /** The commit that is checked out, with a mark if the code here is not the one of this commit. */
    public function commit(): string
    {
        return $this->marked(substr($this->git('rev-parse', 'HEAD'), 0, 12));
    }

    /** The commit with a mark if the code here is not the one of this commit, or if it has that mark already. */
    public function marked(string $commit): string
    {
        return $this->standsHere($commit) ? $commit : ProofRow::dirty($commit);
    }

    /** Whether the working tree has the code of this commit. Each call looks again, because the tree changes. */
    public function standsHere(string $commit): bool
    {
        return $this->isUnchanged($commit);
    }

    /** Whether two commits have the same code. */
    public function isSame(string $one, string $other): bool
    {
        return $one === $other || ($this->known["$one $other"] ??= $this->isUnchanged($one, $other));
    }

    private function isUnchanged(string ...$commits): bool
    {
        exec(self::line('sh', "$this->root/tools/unchanged-since", ...$commits) . ' 2>/dev/null', $files, $code);

        return $code === 0;
    }

    private function git(string ...$arguments): string
    {
        exec(self::line('git', '-C', $this->root, ...$arguments), $lines, $code);

        return $code === 0 ? implode("\n", $lines) : throw new Failure('the long proof names the commit, so it needs a checkout of git');
    }

    private static function line(string ...$words): string
    {
        return implode(' ', array_map(escapeshellarg(...), $words));
    }
}
