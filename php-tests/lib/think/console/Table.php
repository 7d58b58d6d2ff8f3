<?php
/*
 * Stand-in: a table in frames.
 */

declare(strict_types=1);

namespace think\console;

class Table
{
    private array $header = [];
    private array $rows = [];

    public function setHeader(array $header): void
    {
        $this->header = $header;
    }

    public function setRows(array $rows): void
    {
        $this->rows = $rows;
    }

    public function render(): string
    {
        $all = [$this->header, ...$this->rows];
        $widths = array_map(static fn (int $i): int => max(array_map(strlen(...), array_column($all, $i))), array_keys($this->header));
        $frame = '+' . implode('+', array_map(static fn (int $width): string => str_repeat('-', $width + 2), $widths)) . "+\n";
        $line = static fn (array $row): string => '| ' . implode(' | ', array_map(str_pad(...), $row, $widths)) . " |\n";

        return $frame . $line($this->header) . $frame . implode('', array_map($line, $this->rows)) . $frame;
    }
}
