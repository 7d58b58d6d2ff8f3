<?php
/*
 * The table of the long proof in docs/reliability.md and its Chinese twin. Its rows are sums of the sittings
 * of one code, that of the newest row of a clean tree. Used by prove.php.
 */

declare(strict_types=1);

namespace Tests;

final class ProofPage
{
    private const PAGES = ['en' => 'docs/reliability.md', 'zh-CN' => 'docs/zh-CN/reliability.md'];
    private const WORDS = [
        'en' => [
            'head' => '| part | done | among them | seeds | commit | days | minutes | found |',
            'nothing' => 'nothing', 'machine' => 'Machine: %s.', 'none' => 'not run',
            'kills' => '%s kills', 'stops' => '%s stops', 'flushes' => '%s flushes of scripts', 'cuts' => '%s cuts', 'failures' => '%s failed servers',
            'moves' => '%s moved keys', 'rounds' => '%s rounds', 'events' => '%s events', 'and' => ', ', 'machines' => '; ',
        ],
        'zh-CN' => [
            'head' => '| 部分 | 已完成 | 其中 | 种子 | 提交 | 日期 | 分钟 | 发现的问题 |',
            'nothing' => '无', 'machine' => '机器：%s。', 'none' => '未运行',
            'kills' => '强行终止 %s 次', 'stops' => '暂停 %s 次', 'flushes' => '清空脚本 %s 次', 'cuts' => '断开连接 %s 次', 'failures' => '服务器故障 %s 次',
            'moves' => '迁移键 %s 次', 'rounds' => '%s 轮', 'events' => '%s 个事件', 'and' => '，', 'machines' => '；',
        ],
    ];

    /** @var array<string, ProofSum> by the name of the part */
    private readonly array $sums;

    /** @param \Closure(string, string): bool $isSame whether two commits have the same code */
    public function __construct(ProofLedger $ledger, \Closure $isSame)
    {
        $rows = $ledger->rows();
        $clean = array_values(array_filter($rows, static fn (ProofRow $row): bool => !$row->isDirty()));
        $newest = end($clean) ?: null;
        $isNewest = static fn (string $commit): bool => $newest !== null && $isSame($commit, $newest->commit);
        $this->sums = array_map(static fn (ProofPart $part): ProofSum => ProofSum::of($part, $rows, $isNewest), ProofPart::all());
    }

    /** Writes the table into the pages below this folder. */
    public function write(string $root): void
    {
        foreach (array_filter(self::PAGES, static fn (string $page): bool => is_file("$root/$page")) as $language => $page) {
            file_put_contents("$root/$page", $this->page((string) file_get_contents("$root/$page"), $language));
        }
    }

    /** @return list<string> the pages that have another table */
    public function stale(string $root): array
    {
        $stale = [];
        foreach (self::PAGES as $language => $page) {
            $text = (string) file_get_contents("$root/$page");
            $this->page($text, $language) === $text || $stale[] = "$page has another table than docs/proof.tsv: run 'make prove'";
        }

        return $stale;
    }

    /** The page with this table. */
    private function page(string $text, string $language): string
    {
        return (new MarkedTable('make prove'))->in($text, self::PAGES[$language], $this->table($language));
    }

    public function table(string $language): string
    {
        $words = self::WORDS[$language];
        $lines = [$words['head'], '| --- | --- | --- | --- | --- | --- | --- | --- |'];
        $machines = [];
        foreach ($this->sums as $name => $sum) {
            $cells = ["`$name`", $sum->text($language), $this->among($sum, $words), ...$this->origin($sum), $this->found($sum, $words)];
            $lines[] = '| ' . implode(' | ', $cells) . ' |';
            array_push($machines, ...array_column($sum->rows, 'machine'));
        }
        $machines = implode($words['machines'], array_unique($machines)) ?: $words['none'];

        return implode("\n", $lines) . "\n\n" . sprintf($words['machine'], $machines) . "\n";
    }

    /** @param array<string, string> $words */
    private function among(ProofSum $sum, array $words): string
    {
        $each = static fn (string $what, int $many): string => sprintf($words[$what], number_format($many));

        return implode($words['and'], array_map($each, array_keys($sum->among), $sum->among));
    }

    /** @return list<string> the cells that say where the figures come from */
    private function origin(ProofSum $sum): array
    {
        $list = static fn (string $field, string $around = ''): string => implode(' ', array_map(
            static fn (string $value): string => $around . $value . $around,
            array_unique(array_column($sum->rows, $field)),
        ));

        return [$list('seeds'), $list('commit', '`'), $list('date'), (string) (int) ceil($sum->seconds / 60)];
    }

    /** @param array<string, string> $words */
    private function found(ProofSum $sum, array $words): string
    {
        return match (true) {
            $sum->faults !== [] => str_replace('|', '\|', implode('; ', $sum->faults)),
            $sum->rows === [] => $words['none'],
            default => $words['nothing'],
        };
    }
}
