<?php
/*
 * Random choices that a seed repeats, in every version of PHP. Xorshift: one number of 64 bits. Used by all of the fuzzer.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzRandom
{
    private int $state;

    public function __construct(string $seed)
    {
        $this->seed($seed);
    }

    /** From here on the choices are those of a new object. */
    public function seed(string $seed): void
    {
        // Zero would stay zero.
        $this->state = unpack('q', md5($seed, true))[1] ?: 1;
    }

    /** A number from 0 to $n - 1. */
    public function below(int $n): int
    {
        $x = $this->state;
        $x ^= $x << 13;
        $x ^= ($x >> 7) & 0x01FF_FFFF_FFFF_FFFF;
        $x ^= $x << 17;
        $this->state = $x;

        return (($x >> 8) & 0x00FF_FFFF_FFFF_FFFF) % $n;
    }

    /** True in $n of 1000 cases. */
    public function permille(int $n): bool
    {
        return $this->below(1000) < $n;
    }

    /**
     * @template T
     * @param list<T> $list
     * @return T
     */
    public function one(array $list): mixed
    {
        return $list[$this->below(count($list))];
    }

    /** @param array<string, int> $weights how often each name is chosen */
    public function weighted(array $weights): string
    {
        $left = $this->below(array_sum($weights));
        foreach ($weights as $name => $weight) {
            if (($left -= $weight) < 0) {
                break;
            }
        }

        return $name;
    }

    public function bytes(int $length): string
    {
        $bytes = '';
        while (strlen($bytes) < $length) {
            $bytes .= pack('q', $this->below(PHP_INT_MAX));
        }

        return substr($bytes, 0, $length);
    }
}
