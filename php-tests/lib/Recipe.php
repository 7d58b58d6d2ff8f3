<?php
/*
 * A recipe of the guide, as it stands on the page: its PHP blocks under one heading. A test runs this code in several processes,
 * and changes only what the page leaves to the reader, such as the server and the database. Used by php-tests/recipes.
 */

declare(strict_types=1);

namespace Tests;

final class Recipe
{
    private const PAGE = 'docs/guide.md';
    /** What each process of a test has instead of the server of the page. */
    private const SERVER = ["'redis://127.0.0.1:6379'" => '$argv[1]'];

    /**
     * Returns the code of a recipe.
     *
     * @param array<string, string> $changes what the test writes in place of a part of the page
     * @param int|null $block the number of one block under the heading; null: all of them, one behind the other
     */
    public static function code(string $heading, array $changes = [], ?int $block = null): string
    {
        $blocks = array_column((new Page(dirname(__DIR__, 2), self::PAGE))->recipe($heading), 'text');
        $code = $block === null ? implode("\n", $blocks) : $blocks[$block] ?? throw new Failure("'$heading' has no block $block");
        foreach ($changes as $part => $instead) {
            if (!str_contains($code, $part)) {
                throw new Failure("the recipe '$heading' has no '$part':\n$code");
            }
        }

        return strtr($code, $changes + self::SERVER);
    }
}
