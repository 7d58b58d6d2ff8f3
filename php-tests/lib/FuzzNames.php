<?php
/*
 * The names of the locks of one round. No call takes a firm lock from its holder, so the holder is known. Every call may
 * use a loose name. Used by FuzzValues, FuzzArguments, FuzzTruth and Fuzz.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzNames
{
    /** Methods that never take a lock from its holder. A method that is not in this list gets loose names only. */
    private const HARMLESS = [
        'lock', 'unlock', 'release', 'unlockAll', 'isLocking', 'expire', 'synchronized', 'isLocked', 'owner',
        'remaining', 'token', 'fence',
    ];

    /** So many names of each list are contended. */
    private const CONTESTED = 2;

    /** @var list<string> */
    public readonly array $loose;

    public function __construct(string $prefix)
    {
        $this->loose = [
            'loose', 'b', "\0", "\xff\xc0", '42', '0', str_repeat('L', 4096), '{', '{}x', '{a}', 'order:{7}', "line\nline",
            "firm:queue:{{$prefix}firm}", "loose:queue:{{$prefix}loose}", "loose:fence:{{$prefix}loose}", 'ключ',
        ];
    }

    /** @return list<string> */
    public static function firm(): array
    {
        return ['firm', 'aa', "nul\0byte", "\xfe\xff", '77', str_repeat('F', 4096), '{firm}', "\r\n", '""', '  '];
    }

    /**
     * Mostly a name that is likely to be held, else any.
     *
     * @param list<string> $likely
     */
    public function any(FuzzRandom $random, string $method, array $likely = []): string
    {
        $isHarmless = in_array($method, self::HARMLESS, true);
        if (!$isHarmless) {
            $likely = array_values(array_filter($likely, static fn (string $name): bool => !self::isFirm($name)));
        }
        if ($random->below(100) < 60 && $likely !== []) {
            return $random->one($likely);
        }

        return self::one($random, $isHarmless && $random->below(2) === 0 ? self::firm() : $this->loose);
    }

    /** A name that the neighbour of the round wants too. */
    public function contested(FuzzRandom $random): string
    {
        return $random->one(array_slice($random->below(2) === 0 ? self::firm() : $this->loose, 0, self::CONTESTED));
    }

    /** @param list<string> $names */
    private static function one(FuzzRandom $random, array $names): string
    {
        return $random->one($random->below(2) === 0 ? $names : array_slice($names, 0, self::CONTESTED));
    }

    public static function isFirm(mixed $name): bool
    {
        return is_string($name) && in_array($name, self::firm(), true);
    }
}
