<?php

declare(strict_types=1);

/** @param non-empty-list<int|float> $values */
function median(array $values): float
{
    sort($values);
    $middle = intdiv(count($values), 2);

    return count($values) % 2 ? $values[$middle] : ($values[$middle - 1] + $values[$middle]) / 2;
}

/** @param non-empty-list<int|float> $values @return float the least value that is not exceeded by so many percent */
function percentile(int $percent, array $values): float
{
    sort($values);

    return $values[(int) ceil(count($values) * $percent / 100) - 1];
}

/**
 * @param list<int|float> $values @param list<int|float> $base
 * @return list<float> the ratio of each round
 */
function ratios(array $values, array $base): array
{
    return array_map(static fn (int|float $value, int|float $of) => $value / $of, $values, $base);
}

/** @param list<float> $rates a second @return list<float> seconds for one */
function durations(array $rates): array
{
    return array_map(static fn (float $rate) => 1 / $rate, $rates);
}
