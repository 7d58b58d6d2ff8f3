<?php
/*
 * A table that a program writes into a page, between two marks. Used by ProofPage and Matrix.
 */

declare(strict_types=1);

namespace Tests;

final class MarkedTable
{
    /** @param string $writer of the table, such as `make prove` */
    public function __construct(private readonly string $writer)
    {
    }

    /**
     * The text of a page with this table in place of the one that it has.
     *
     * @param string $page its name
     */
    public function in(string $text, string $page, string $table): string
    {
        [$begin, $end] = ["<!-- written by $this->writer -->\n", "<!-- end of what $this->writer writes -->"];
        $parts = preg_split('/(?<=' . preg_quote($begin, '/') . ').*?(?=' . preg_quote($end, '/') . ')/s', $text);
        if (count($parts) !== 2) {
            throw new Failure("$page has no place for the table that $this->writer writes, between " . trim($begin) . " and $end");
        }

        return "$parts[0]\n$table\n$parts[1]";
    }
}
