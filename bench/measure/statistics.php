<?php

declare(strict_types=1);

/** @param non-empty-list<float> $values */
function median(array $values): float
{
    sort($values);
    $middle = intdiv(count($values), 2);

    return count($values) % 2 ? $values[$middle] : ($values[$middle - 1] + $values[$middle]) / 2;
}

/** @param non-empty-list<float> $values @return float the least value that is not exceeded by so many percent */
function percentile(int $percent, array $values): float
{
    sort($values);

    return $values[(int) ceil(count($values) * $percent / 100) - 1];
}

/**
 * The median of the ratios of each round: what slows down a whole round does not count.
 *
 * @param non-empty-list<float> $values @param non-empty-list<float> $base
 */
function median_ratio(array $values, array $base): float
{
    return median(array_map(static fn (float $value, float $of) => $value / $of, $values, $base));
}

/**
 * @param array<string, non-empty-list<float>> $rates contestant => pairs per second in each round
 * @param array<string, string> $bases heading => the contestant to whom the others are compared below it
 */
function print_rates(array $rates, array $bases): void
{
    $number = static fn (float $value) => number_format($value);
    printf("  %-28s %8s  %-18s", '', 'pairs/s', 'lowest to highest');
    foreach ($bases as $heading => $base) {
        printf('  %14s', $heading);
    }
    foreach ($rates as $contestant => $values) {
        printf("\n  %-28s %8s  %-18s", $contestant, $number(median($values)), "{$number(min($values))} to {$number(max($values))}");
        foreach ($bases as $base) {
            printf('  %13.2f', median_ratio($values, $rates[$base])); // "×" in the heading is two bytes
        }
    }
    echo "\n";
}
