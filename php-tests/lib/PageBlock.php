<?php
/*
 * A code block of a Markdown page. Comments right above a block say how the tests treat it:
 *   <!-- not run: reason -->   the tests do not run it
 *   <!-- needs: redis -->      PHP modules that it needs besides the extension
 *   <!-- continues -->         it continues the PHP block before it
 * Used by Page and the phpt files of pages/.
 */

declare(strict_types=1);

namespace Tests;

final class PageBlock
{
    /** How a comment begins, by the block's language. A comment ends with its line. */
    private const COMMENTS = [
        'sh' => '(?:^|(?<=\s))#',
        'dockerfile' => '(?:^|(?<=\s))#',
        'conf' => '(?:^|(?<=\s))#',
        'ini' => '(?:^|(?<=\s));',
        'lua' => '--',
        'sql' => '--',
    ];

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

    /** What is the same in every language that people speak: the code without its comments, a picture without its words. */
    public function bare(): string
    {
        if ($this->language === 'php') {
            $dir = new TempDir();
            $file = $dir->file('block.php');
            file_put_contents($file, str_starts_with($this->text, '<?php') ? $this->text : "<?php\n$this->text");

            return php_strip_whitespace($file);
        }
        if ($this->language === 'mermaid') {
            return self::withoutWords($this->text);
        }
        $comment = self::COMMENTS[$this->language] ?? null;
        if ($comment === null) {
            return $this->text;
        }
        $code = preg_replace("/$comment.*/m", '', $this->text);

        return preg_replace(['/\h+$/m', '/^\n+|\n+(?=\n)/'], '', $code);
    }

    /** A Mermaid picture: its participants, states and arrows stay, each on its line. */
    private static function withoutWords(string $picture): string
    {
        return preg_replace([
            '/%%.*/',
            // The title of a frame.
            '/^(\h*(?:loop|alt|else|opt|par|and|critical|option|break|subgraph|title|rect)\b).*/m',
            // The name of a participant, the words of an arrow or note.
            '/^(\h*(?:participant|actor)\h+\w+)\h+as\h.*/m',
            '/^(\h*state\h+)"[^"]*"/m',
            '/\h*(?<!:):(?!:).*/',
            '/\|[^|\n]*\|/',
            '/"[^"\n]*"/',
            '/\[[^\]\n*]+\]|\([^)\n]+\)|\{[^}\n]+\}/',
            '/\h+$/m',
        ], ['', '$1', '$1', '$1', '', '||', '""', '[]', ''], $picture);
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
