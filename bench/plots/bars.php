<?php

declare(strict_types=1);

/** A picture of groups of bars, which begin at 0: the shorter the bar, the faster. */
final class Bars
{
    private const WIDTH = 920;
    private const LEFT = 190;
    private const RIGHT = 110;
    private const TOP = 110;
    private const BAR = 22;
    private const GAP = 24;

    /** @var array<array-key, array<string, float>> group => contestant => seconds */
    private array $groups = [];

    /** @param array<string, string> $colors contestant => its colour */
    public function __construct(private readonly array $colors)
    {
    }

    public function add(string $group, string $contestant, float $seconds): void
    {
        $this->groups[$group][$contestant] = $seconds;
    }

    /**
     * @param array<array-key, string> $groups group => its label
     * @param array<string, string> $contestants contestant => its label
     */
    public function svg(string $title, array $groups, array $contestants): string
    {
        $bars = array_sum(array_map(count(...), $this->groups));
        $svg = new Svg(self::WIDTH, self::TOP + $bars * (self::BAR + 4) + count($this->groups) * self::GAP + 8);
        $svg->text(28, 36, $title, size: 19, weight: 600);
        $x = 28;
        foreach ($contestants as $contestant => $label) {
            $svg->rect($x, 58, 14, 14, $this->colors[$contestant]);
            $svg->text($x + 22, 70, $label, color: 'pale');
            $x += 60 + 7.2 * mb_strwidth($label);
        }
        $most = max(array_map(max(...), $this->groups));
        $y = self::TOP;
        foreach ($this->groups as $group => $values) {
            $svg->text(self::LEFT - 14, $y + count($values) * (self::BAR + 4) / 2 + 4, $groups[$group], anchor: 'end');
            foreach ($values as $contestant => $seconds) {
                $length = $seconds / $most * (self::WIDTH - self::LEFT - self::RIGHT);
                $svg->rect(self::LEFT, $y, $length, self::BAR, $this->colors[$contestant]);
                $label = $seconds < 1e-3 ? sprintf('%.0f µs', $seconds * 1e6) : sprintf('%.2f ms', $seconds * 1e3);
                $svg->text(self::LEFT + $length + 8, $y + 16, $label, color: 'pale');
                $y += self::BAR + 4;
            }
            $y += self::GAP;
        }

        return $svg->finished($title);
    }
}
