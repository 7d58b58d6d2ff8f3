<?php
/*
 * The newest whole run of each column of tools/elsewhere: a row of docs/matrix.tsv, and a row of the tables of both READMEs.
 * Used by matrix.php.
 */

declare(strict_types=1);

namespace Tests;

final class Matrix
{
    private const PAGES = [
        'README.md' => ['| Column | PHP | Server | Passed | Tests | Date | Commit |', 'all' => 'all', 'left out' => ', %d left out'],
        'README.zh-CN.md' => ['| 测试环境 | PHP | 服务器 | 通过 | 测试范围 | 日期 | 提交 |', 'all' => '全部', 'left out' => '，不含 %d 个'],
    ];
    private const FILE = 'docs/matrix.tsv';

    /** @param string $root of the checkout */
    public function __construct(private readonly string $root)
    {
    }

    /** Puts a row in place of the one of its column, and writes the tables. */
    public function put(string $row): void
    {
        $column = $this->fields($row)['column'];
        $others = array_filter($this->rows(), fn (string $other): bool => $this->fields($other)['column'] !== $column);
        $rows = [...$others, $row];
        usort($rows, fn (string $a, string $b): int => $this->fields($a)['column'] <=> $this->fields($b)['column']);
        file_put_contents("$this->root/" . self::FILE, implode("\n", [$this->head(), ...$rows]) . "\n");
        foreach (array_keys(self::PAGES) as $page) {
            file_put_contents("$this->root/$page", $this->page($page));
        }
    }

    /** @return list<string> the pages that have another table than the file */
    public function stale(): array
    {
        return array_values(array_filter(
            array_keys(self::PAGES),
            fn (string $page): bool => file_get_contents("$this->root/$page") !== $this->page($page),
        ));
    }

    private function page(string $page): string
    {
        $words = self::PAGES[$page];
        $lines = [$words[0], '| --- | --- | --- | --- | --- | --- | --- |'];
        foreach ($this->rows() as $row) {
            $cell = $this->fields($row);
            $lines[] = sprintf(
                '| `%s` | %s | %s | %s | %s | %s | `%s` |',
                $cell['column'],
                $cell['PHP'],
                $cell['server'],
                number_format((int) $cell['passed']),
                ($cell['tests'] === 'all' ? $words['all'] : $cell['tests']) . ($cell['left out'] === '0' ? '' : sprintf($words['left out'], $cell['left out'])),
                $cell['date'],
                $cell['commit'],
            );
        }
        $text = (string) file_get_contents("$this->root/$page");

        return (new MarkedTable('tools/elsewhere'))->in($text, $page, implode("\n", $lines) . "\n");
    }

    private function head(): string
    {
        return strtok((string) file_get_contents("$this->root/" . self::FILE), "\n");
    }

    /** @return list<string> */
    private function rows(): array
    {
        return array_slice(file("$this->root/" . self::FILE, FILE_IGNORE_NEW_LINES), 1);
    }

    /** @return array<string, string> */
    private function fields(string $row): array
    {
        return array_combine(explode("\t", $this->head()), explode("\t", $row));
    }
}
