<?php

declare(strict_types=1);

/** A picture of curves. Both axes are logarithmic. */
final class LogPlot
{
    private const WIDTH = 920;
    private const HEIGHT = 500;
    private const LEFT = 92;
    private const TOP = 88;
    private const RIGHT = 300; // room for the legend
    private const BOTTOM = 68;

    private readonly Svg $svg;
    private int $legendLines = 0;

    /**
     * @param non-empty-list<int> $places of the x axis
     * @param int $from power of ten at which the y axis begins
     * @param int $to power of ten at which it ends
     * @param Closure(float): string $unit formats a value of the y axis
     */
    public function __construct(
        private readonly array $places,
        private readonly int $from,
        private readonly int $to,
        string $xLabel,
        string $yLabel,
        Closure $unit,
    ) {
        $this->svg = new Svg(self::WIDTH, self::HEIGHT);
        $this->axes($xLabel, $yLabel, $unit);
    }

    /** @param array<int, float> $values place => value, above 0 */
    public function curve(array $values, string $color, bool $dashed): void
    {
        $points = [];
        foreach ($values as $place => $value) {
            $points[] = [$this->x($place), $this->y($value)];
        }
        $this->svg->curve($points, $color, $dashed);
        foreach ($points as [$x, $y]) {
            $this->svg->mark($x, $y, $color, $dashed);
        }
    }

    /** @param array<string, bool> $kinds label => true: dashed */
    public function legend(string $label, string $color, array $kinds): void
    {
        $x = self::WIDTH - self::RIGHT + 28;
        $y = self::TOP + 10 + 26 * $this->legendLines;
        $this->svg->text($x, $y + 4, $label, size: 14, color: $color, weight: 600);
        $this->legendLines++;
        foreach ($kinds as $kind => $dashed) {
            $y = self::TOP + 10 + 26 * $this->legendLines - 4;
            $this->svg->line($x, $y, $x + 36, $y, $color, 2.2, $dashed);
            $this->svg->mark($x + 18, $y, $color, $dashed);
            $this->svg->text($x + 46, $y + 4, $kind, color: 'pale');
            $this->legendLines++;
        }
    }

    public function svg(string $title, string $subtitle): string
    {
        $this->svg->text(self::LEFT, 36, $title, size: 19, weight: 600);
        $this->svg->text(self::LEFT, 60, $subtitle, color: 'pale');

        return $this->svg->finished($title);
    }

    /** @param Closure(float): string $unit */
    private function axes(string $xLabel, string $yLabel, Closure $unit): void
    {
        $right = self::WIDTH - self::RIGHT;
        $bottom = self::HEIGHT - self::BOTTOM;
        for ($power = $this->from; $power <= $this->to; $power++) {
            $y = $this->y(10 ** $power);
            $this->svg->line(self::LEFT, $y, $right, $y, 'grid');
            $this->svg->text(self::LEFT - 10, $y + 4.5, $unit(10 ** $power), color: 'pale', anchor: 'end');
            for ($part = 2; $part < 10 && $power < $this->to; $part++) {
                $y = $this->y($part * 10 ** $power);
                $this->svg->line(self::LEFT - 4, $y, self::LEFT, $y, 'pale', 0.8);
            }
        }
        $this->svg->line(self::LEFT, self::TOP, self::LEFT, $bottom, 'pale');
        foreach ($this->places as $place) {
            $this->svg->line($this->x($place), $bottom, $this->x($place), $bottom + 5, 'pale');
            $this->svg->text($this->x($place), $bottom + 22, (string) $place, color: 'pale', anchor: 'middle');
        }
        $this->svg->text((self::LEFT + $right) / 2, $bottom + 48, $xLabel, size: 14, anchor: 'middle');
        $this->svg->text(20, self::TOP - 10, $yLabel, size: 14);
    }

    private function x(int $place): float
    {
        $first = log($this->places[0]);
        $share = (log($place) - $first) / max(0.1, log($this->places[count($this->places) - 1]) - $first);

        return self::LEFT + 30 + $share * (self::WIDTH - self::RIGHT - self::LEFT - 60);
    }

    private function y(float $value): float
    {
        $share = (log10($value) - $this->from) / max(1, $this->to - $this->from);

        return self::HEIGHT - self::BOTTOM - $share * (self::HEIGHT - self::BOTTOM - self::TOP);
    }
}
