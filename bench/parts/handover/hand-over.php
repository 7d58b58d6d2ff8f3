<?php

declare(strict_types=1);

/** The figures of one contestant with one number of waiters, of each round. */
final class HandOver
{
    /** @var list<float> seconds of each hand-over, of all rounds */
    public array $took = [];
    /** @var list<float> the median of each round, in seconds */
    public array $p50 = [];
    /** @var list<float> */
    public array $p99 = [];
    /** @var list<float> the median of each round, divided by a PING of that round */
    public array $toPing = [];
    /** @var list<float> the median of each round: the wait of the last one, divided by the sections before it */
    public array $longestToIdeal = [];
    public int $outOfPlace = 0;

    /** @param non-empty-list<ArrivalOrder> $orders of one round */
    public function add(array $orders, float $ping): void
    {
        $took = array_merge(...array_map(static fn (ArrivalOrder $order) => $order->handOvers(), $orders));
        array_push($this->took, ...$took);
        $this->p50[] = median($took);
        $this->p99[] = percentile(99, $took);
        $this->toPing[] = median($took) / $ping;
        $this->longestToIdeal[] = median(array_map(static fn (ArrivalOrder $order) => $order->longestToIdeal(), $orders));
        $this->outOfPlace += array_sum(array_map(static fn (ArrivalOrder $order) => $order->outOfPlace(), $orders));
    }
}
