<?php

declare(strict_types=1);

/** A picture of lanes of time: coloured blocks show which process had the lock, and gaps show that nobody had it. */
final class LanesPlot
{
    private const WIDTH = 920;
    private const LEFT = 28;
    private const RIGHT = 28;
    private const TOP = 84;
    private const LANE = 132;
    private const COLORS = ['blue', 'orange', 'green', 'purple', 'red', 'olive', 'grey'];

    private readonly Svg $svg;
    private int $lanes = 0;

    /** @param float $end seconds of the time axis */
    public function __construct(private readonly int $count, private readonly float $end)
    {
        $this->svg = new Svg(self::WIDTH, self::TOP + $count * self::LANE + 46);
    }

    /**
     * @param list<array{int, float, float}> $turns process, begin and end in seconds, in the order of time
     * @param string $done what stands at the end of the last turn
     */
    public function lane(string $label, array $turns, string $done, string $nobody): void
    {
        $top = self::TOP + self::LANE * $this->lanes++;
        $this->svg->text(self::LEFT, $top + 16, $label, size: 15, weight: 600);
        $this->svg->rect(self::LEFT, $top + 30, self::WIDTH - self::LEFT - self::RIGHT, 54, 'grid', 0.55);
        $before = $turns[0][1];
        foreach ($turns as [$process, $began, $ended]) {
            $this->gap($top, $before, $began, $nobody);
            $before = $ended;
            $color = self::COLORS[$process % count(self::COLORS)];
            $this->svg->rect($this->x($began), $top + 30, $this->x($ended) - $this->x($began), 54, $color);
            $middle = ($this->x($began) + $this->x($ended)) / 2;
            $this->svg->text($middle, $top + 62, (string) ($process + 1), size: 15, color: 'paper', anchor: 'middle', weight: 600);
        }
        $end = $this->x($before);
        $this->svg->line($end, $top + 26, $end, $top + 92, 'ink', 1.5);
        $isLate = $end > self::WIDTH - 220;
        $this->svg->text($isLate ? $end : $end + 6, $top + 106, $done, weight: 600, anchor: $isLate ? 'end' : 'start');
    }

    public function svg(string $title, string $subtitle, string $axis): string
    {
        $this->svg->text(self::LEFT, 36, $title, size: 19, weight: 600);
        $this->svg->text(self::LEFT, 60, $subtitle, color: 'pale');
        $bottom = self::TOP + $this->count * self::LANE + 4;
        $this->svg->line(self::LEFT, $bottom, self::WIDTH - self::RIGHT, $bottom, 'pale');
        for ($tick = 0.0; $tick <= $this->end; $tick += 0.1) {
            $this->svg->line($this->x($tick), $bottom, $this->x($tick), $bottom + 5, 'pale');
            $label = sprintf('%d', round($tick * 1e3));
            [$text, $anchor] = $tick === 0.0 ? ["0 $axis", 'start'] : [$label, 'middle'];
            $this->svg->text($this->x($tick), $bottom + 20, $text, size: 12, color: 'pale', anchor: $anchor);
        }

        return $this->svg->finished($title);
    }

    /** A gap that is too short to be seen stays as it is. */
    private function gap(float $top, float $from, float $to, string $nobody): void
    {
        $width = $this->x($to) - $this->x($from);
        if ($width > 1.5) {
            $this->svg->line($this->x($from), $top + 57, $this->x($to), $top + 57, 'pale', 1, dashed: true);
        }
        if ($width > 52) {
            $this->svg->text(($this->x($from) + $this->x($to)) / 2, $top + 49, $nobody, size: 12, color: 'pale', anchor: 'middle');
        }
    }

    private function x(float $seconds): float
    {
        return self::LEFT + $seconds / $this->end * (self::WIDTH - self::LEFT - self::RIGHT);
    }
}
