<?php
/*
 * A code block of a Markdown file. Comments right above a block say how the tests treat it:
 *   <!-- not run: reason -->   the tests do not run it
 *   <!-- needs: redis -->      PHP modules that it needs besides the extension
 *   <!-- continues -->         it continues the PHP block before it
 * Used by readme.phpt.
 */

declare(strict_types=1);

namespace Tests;

final class ReadmeBlock
{
    /** @param array<string, string> $comments */
    private function __construct(
        public readonly string $language,
        public readonly int $line,
        public readonly string $text,
        private readonly array $comments,
    ) {
    }

    /** @return list<self> */
    public static function in(string $markdown): array
    {
        $blocks = [];
        $lines = explode("\n", $markdown);
        for ($i = 0; $i < count($lines); $i++) {
            if (!preg_match('/^(\s*)(```+)(\w*)/', $lines[$i], $fence)) {
                continue;
            }
            $start = $i;
            $text = '';
            while (++$i < count($lines) && trim($lines[$i]) !== $fence[2]) {
                // A block in a list is indented as the list is.
                $text .= preg_replace('/^\s{0,' . strlen($fence[1]) . '}/', '', $lines[$i]) . "\n";
            }
            $blocks[] = new self($fence[3], $start + 1, $text, self::commentsAbove($lines, $start));
        }

        return $blocks;
    }

    /** Why the tests do not run it. Null: they run it. */
    public function notRun(): ?string
    {
        return $this->comments['not run'] ?? null;
    }

    public function continues(): bool
    {
        return isset($this->comments['continues']);
    }

    /** @return list<string> */
    public function modules(): array
    {
        return preg_split('/[\s,]+/', $this->comments['needs'] ?? '', -1, PREG_SPLIT_NO_EMPTY);
    }

    /**
     * @param list<string> $lines
     * @return array<string, string>
     */
    private static function commentsAbove(array $lines, int $line): array
    {
        $comments = [];
        while ($line > 0 && preg_match('/^\s*<!--\s*([a-z ]+?)\s*(?::\s*(.*?)\s*)?-->\s*$/', $lines[--$line], $found)) {
            $comments[$found[1]] = $found[2] ?? '';
        }

        return $comments;
    }
}
