<?php
/*
 * A Markdown page of this project: its code blocks, headings, tables and links. Used by the phpt files of pages/.
 */

declare(strict_types=1);

namespace Tests;

final class Page
{
    public readonly string $text;
    /** @var list<PageBlock> */
    public readonly array $blocks;
    /** The text without its code blocks. Every line keeps its number. */
    private readonly string $prose;

    /** @param string $path below the root, such as `docs/guide.md` */
    public function __construct(private readonly string $root, public readonly string $path)
    {
        $text = @file_get_contents("$root/$path");
        $this->text = $text !== false ? $text : throw new Failure("$path does not exist");
        $this->blocks = PageBlock::in($this->text);
        $this->prose = preg_replace_callback(
            '/^\h*(```+).*?^\h*\1\h*$/ms',
            static fn (array $block): string => str_repeat("\n", substr_count($block[0], "\n")),
            $this->text,
        );
    }

    /**
     * The English pages that have a Chinese twin.
     *
     * @return list<self>
     */
    public static function english(string $root): array
    {
        $pages = [new self($root, 'README.md')];
        foreach (glob("$root/docs/*.md") as $file) {
            $pages[] = new self($root, 'docs/' . basename($file));
        }

        return $pages;
    }

    /**
     * All pages of the project, in both languages.
     *
     * @return list<self>
     */
    public static function all(string $root): array
    {
        $paths = [...glob("$root/*.md"), ...glob("$root/docs/*.md"), ...glob("$root/docs/zh-CN/*.md")];

        return array_map(static fn (string $path) => new self($root, substr($path, strlen($root) + 1)), $paths);
    }

    public function chinesePath(): string
    {
        return $this->path === 'README.md' ? 'README.zh-CN.md' : 'docs/zh-CN/' . basename($this->path);
    }

    /** @return list<string> the `#` signs of each heading */
    public function levels(): array
    {
        return $this->matches('/^(#{1,6}) /m');
    }

    /** @return list<PageBlock> the PHP blocks between a heading and the next one */
    public function recipe(string $heading): array
    {
        preg_match_all('/^#{1,6} .*/m', $this->prose, $headings, PREG_OFFSET_CAPTURE);
        $lines = ['' => 0];
        foreach ($headings[0] as [$text, $offset]) {
            $lines[ltrim($text, '# ')] = substr_count($this->prose, "\n", 0, $offset) + 1;
        }
        $first = $lines[$heading] ?? throw new Failure("$this->path has no heading '$heading'");
        $next = min([PHP_INT_MAX, ...array_filter($lines, static fn (int $line): bool => $line > $first)]);
        $isThere = static fn (PageBlock $block): bool => $block->language === 'php' && $first < $block->line && $block->line < $next;

        return array_values(array_filter($this->blocks, $isThere));
    }

    /** @return list<int> the number of rows of each table, its head included */
    public function tables(): array
    {
        $rows = static fn (string $table): int => substr_count(trim($table), "\n") + 1;

        return array_map($rows, $this->matches('/((?:^\h*\|.*(?:\n|\z))+)/m'));
    }

    /** @return list<string> what `#…` may be in a link to this page, by GitHub's rule */
    public function anchors(): array
    {
        $anchors = $this->matches('/<a (?:id|name)="([^"]+)"/');
        foreach ($this->matches('/^#{1,6} +(.*?)\h*#*$/m') as $heading) {
            $shown = preg_replace(['/!?\[([^\]]*)\]\([^)]*\)/', '/<[^>]*>/'], ['$1', ''], $heading);
            $anchor = str_replace(' ', '-', preg_replace('/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/u', '', strtolower($shown)));
            for ($unique = $anchor, $i = 1; in_array($unique, $anchors, true); $i++) {
                $unique = "$anchor-$i";
            }
            $anchors[] = $unique;
        }

        return $anchors;
    }

    /** @return list<array{int, string}> line and target of each link to a place in this project */
    public function links(): array
    {
        $links = [];
        foreach (explode("\n", $this->prose) as $i => $line) {
            $line = preg_replace('/(`+)(?!`).*?(?<!`)\1(?!`)/', '', $line);
            preg_match_all('/\]\(<?([^)>\s]+)|^\h*\[[^\]]+\]:\h+(\S+)|\b(?:href|src)="([^"]+)"/', $line, $found, PREG_SET_ORDER);
            foreach ($found as $link) {
                $target = end($link);
                if (!preg_match('/^[a-z]+:/', $target)) {
                    $links[] = [$i + 1, $target];
                }
            }
        }

        return $links;
    }

    /** What is wrong with a link that stands on this page. Null: nothing. */
    public function wrong(string $link): ?string
    {
        [$path, $anchor] = explode('#', rawurldecode($link), 2) + [1 => null];
        $path = $path === '' ? $this->path : self::plain(dirname($this->path) . "/$path");
        if ($path === null || !file_exists("$this->root/$path")) {
            return 'no such file';
        }
        if ($anchor === null || !str_ends_with($path, '.md')) {
            return null;
        }

        return in_array($anchor, (new self($this->root, $path))->anchors(), true) ? null : "$path has no such heading";
    }

    /** The path without `.` and `..`. Null: it leads out of the project. */
    private static function plain(string $path): ?string
    {
        $plain = [];
        foreach (explode('/', $path) as $part) {
            if ($part === '..' && array_pop($plain) === null) {
                return null;
            }
            if (!in_array($part, ['', '.', '..'], true)) {
                $plain[] = $part;
            }
        }

        return implode('/', $plain);
    }

    /** @return list<string> the first group of each match outside of code blocks */
    private function matches(string $pattern): array
    {
        preg_match_all($pattern, $this->prose, $found);

        return $found[1];
    }
}
