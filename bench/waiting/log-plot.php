<?php

declare(strict_types=1);

/** A picture of curves as SVG. Both axes are logarithmic. */
final class LogPlot
{
    private const WIDTH = 920;
    private const HEIGHT = 500;
    private const LEFT = 92;
    private const TOP = 88;
    private const RIGHT = 300; // room for the legend
    private const BOTTOM = 68;
    private const INK = '#24292f';
    private const PALE = '#57606a';
    private const GRID = '#d8dee4';

    private string $curves = '';
    private string $legend = '';
    private int $legendLines = 0;

    /**
     * @param non-empty-list<int> $places of the x axis
     * @param int $from power of ten at which the y axis begins
     * @param int $to power of ten at which it ends
     */
    public function __construct(private readonly array $places, private readonly int $from, private readonly int $to)
    {
    }

    /** @param array<int, float> $values place => value, above 0 */
    public function curve(array $values, string $color, bool $dashed): void
    {
        $points = [];
        foreach ($values as $place => $value) {
            $points[] = [$this->x($place), $this->y($value)];
        }
        $path = implode(' ', array_map(static fn (array $point) => sprintf('%.1f,%.1f', ...$point), $points));
        $dashes = $dashed ? ' stroke-dasharray="6 5"' : '';
        $this->curves .= "<polyline points=\"$path\" fill=\"none\" stroke=\"$color\" stroke-width=\"2.2\" stroke-linejoin=\"round\"$dashes/>\n";
        foreach ($points as [$x, $y]) {
            $this->curves .= $this->mark($x, $y, $color, $dashed);
        }
    }

    /** @param array<string, bool> $kinds label => true: dashed */
    public function legend(string $label, string $color, array $kinds): void
    {
        $x = self::WIDTH - self::RIGHT + 28;
        $y = self::TOP + 10 + 26 * $this->legendLines;
        $this->legend .= $this->text($x, $y + 4, $label, size: 14, color: $color, weight: 600);
        $this->legendLines++;
        foreach ($kinds as $kind => $dashed) {
            $y = self::TOP + 10 + 26 * $this->legendLines - 4;
            $dashes = $dashed ? ' stroke-dasharray="6 5"' : '';
            $this->legend .= sprintf('<line x1="%d" y1="%d" x2="%d" y2="%2$d" stroke="%s" stroke-width="2.2"%s/>' . "\n", $x, $y, $x + 36, $color, $dashes)
                . $this->mark($x + 18, $y, $color, $dashed)
                . $this->text($x + 46, $y + 4, $kind, size: 13, color: self::PALE);
            $this->legendLines++;
        }
    }

    /** @param Closure(float): string $unit formats a value of the y axis */
    public function svg(string $title, string $subtitle, string $xLabel, string $yLabel, Closure $unit): string
    {
        $right = self::WIDTH - self::RIGHT;
        $bottom = self::HEIGHT - self::BOTTOM;
        $axes = '';
        for ($power = $this->from; $power <= $this->to; $power++) {
            $y = $this->y(10 ** $power);
            $axes .= $this->line(self::LEFT, $y, $right, $y, self::GRID, 1)
                . $this->text(self::LEFT - 10, $y + 4.5, $unit(10 ** $power), size: 13, color: self::PALE, anchor: 'end');
            for ($part = 2; $part < 10 && $power < $this->to; $part++) {
                $y = $this->y($part * 10 ** $power);
                $axes .= $this->line(self::LEFT - 4, $y, self::LEFT, $y, self::PALE, 0.8);
            }
        }
        foreach ($this->places as $place) {
            $x = $this->x($place);
            $axes .= $this->line($x, $bottom, $x, $bottom + 6, self::PALE, 1)
                . $this->text($x, $bottom + 23, (string) $place, size: 13, color: self::PALE, anchor: 'middle');
        }
        $axes .= $this->line(self::LEFT, self::TOP, self::LEFT, $bottom, self::PALE, 1)
            . $this->line(self::LEFT, $bottom, $right, $bottom, self::PALE, 1)
            . $this->text((self::LEFT + $right) / 2, $bottom + 50, $xLabel, size: 14, anchor: 'middle');
        $middle = (self::TOP + $bottom) / 2;
        $axes .= sprintf("<g transform=\"rotate(-90 24 %.1f)\">%s</g>\n", $middle, $this->text(24, $middle, $yLabel, size: 14, anchor: 'middle'));

        return sprintf(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %1$d %2$d" width="%1$d" height="%2$d" role="img" aria-label="%3$s"'
                . ' font-family="-apple-system, \'Segoe UI\', Helvetica, Arial, \'DejaVu Sans\', sans-serif">' . "\n",
            self::WIDTH, self::HEIGHT, htmlspecialchars($title, ENT_XML1),
        )
            . sprintf('<rect width="%d" height="%d" rx="8" fill="#ffffff"/>' . "\n", self::WIDTH, self::HEIGHT)
            . $this->text(self::LEFT, 36, $title, size: 19, weight: 600)
            . $this->text(self::LEFT, 60, $subtitle, size: 13, color: self::PALE)
            . $axes . $this->curves . $this->legend . "</svg>\n";
    }

    private function x(int $place): float
    {
        $first = log($this->places[0]);
        $share = (log($place) - $first) / (log($this->places[count($this->places) - 1]) - $first);

        return self::LEFT + 30 + $share * (self::WIDTH - self::RIGHT - self::LEFT - 60);
    }

    private function y(float $value): float
    {
        $share = (log10($value) - $this->from) / ($this->to - $this->from);

        return self::HEIGHT - self::BOTTOM - $share * (self::HEIGHT - self::BOTTOM - self::TOP);
    }

    private function mark(float $x, float $y, string $color, bool $hollow): string
    {
        return sprintf('<circle cx="%.1f" cy="%.1f" r="4.2" fill="%s" stroke="%s" stroke-width="2"/>' . "\n", $x, $y, $hollow ? '#ffffff' : $color, $color);
    }

    private function line(float $x1, float $y1, float $x2, float $y2, string $color, float $width): string
    {
        return sprintf('<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%.1f"/>' . "\n", $x1, $y1, $x2, $y2, $color, $width);
    }

    private function text(float $x, float $y, string $text, int $size, string $color = self::INK, string $anchor = 'start', int $weight = 400): string
    {
        return sprintf(
            '<text x="%.1f" y="%.1f" font-size="%d" font-weight="%d" fill="%s" text-anchor="%s">%s</text>' . "\n",
            $x, $y, $size, $weight, $color, $anchor, htmlspecialchars($text, ENT_XML1),
        );
    }
}
