<?php

declare(strict_types=1);

/** Makes an SVG that can be read on a light and on a dark page. Colours are names: ink, pale, grid, blue, and so on. */
final class Svg
{
    /** name => its colour on a light and on a dark page */
    private const COLORS = [
        'paper' => ['#ffffff', '#0d1117'], 'ink' => ['#24292f', '#e6edf3'], 'pale' => ['#57606a', '#9198a1'], 'grid' => ['#d8dee4', '#30363d'],
        'blue' => ['#0969da', '#4493f8'], 'green' => ['#1a7f37', '#3fb950'], 'orange' => ['#bc4c00', '#db6d28'],
        'purple' => ['#8250df', '#ab7df8'], 'olive' => ['#4d7c0f', '#a3b545'], 'grey' => ['#8c959f', '#6e7681'], 'red' => ['#cf222e', '#f85149'],
    ];

    private string $content = '';

    public function __construct(private readonly int $width, private readonly int $height)
    {
    }

    public function rect(float $x, float $y, float $width, float $height, string $color, float $opacity = 1, float $radius = 2): void
    {
        $this->content .= sprintf(
            '<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" rx="%g" class="f-%s"%s/>' . "\n",
            $x, $y, $width, $height, $radius, $color, $opacity < 1 ? " opacity=\"$opacity\"" : '',
        );
    }

    public function line(float $x1, float $y1, float $x2, float $y2, string $color, float $width = 1, bool $dashed = false): void
    {
        $this->content .= sprintf(
            '<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="s-%s" stroke-width="%.1f"%s/>' . "\n",
            $x1, $y1, $x2, $y2, $color, $width, self::dashes($dashed),
        );
    }

    /** @param list<array{float, float}> $points */
    public function curve(array $points, string $color, bool $dashed): void
    {
        $path = implode(' ', array_map(static fn (array $point) => sprintf('%.1f,%.1f', ...$point), $points));
        $this->content .= "<polyline points=\"$path\" fill=\"none\" class=\"s-$color\" stroke-width=\"2.2\" stroke-linejoin=\"round\""
            . self::dashes($dashed) . "/>\n";
    }

    public function mark(float $x, float $y, string $color, bool $hollow): void
    {
        $mark = '<circle cx="%.1f" cy="%.1f" r="4.2" class="f-%s s-%s" stroke-width="2"/>' . "\n";
        $this->content .= sprintf($mark, $x, $y, $hollow ? 'paper' : $color, $color);
    }

    public function text(float $x, float $y, string $text, int $size = 13, string $color = 'ink', string $anchor = 'start', int $weight = 400): void
    {
        $this->content .= sprintf(
            '<text x="%.1f" y="%.1f" font-size="%d" font-weight="%d" class="f-%s" text-anchor="%s">%s</text>' . "\n",
            $x, $y, $size, $weight, $color, $anchor, htmlspecialchars($text, ENT_XML1),
        );
    }

    public function finished(string $label): string
    {
        preg_match_all('/(?<=[fs]-)[a-z]+(?=[" ])/', $this->content, $used);
        $styles = static function (int $theme) use ($used): string {
            $rules = '';
            foreach (array_intersect_key(self::COLORS, array_flip([...$used[0], 'paper'])) as $name => $colors) {
                $rules .= ".f-$name{fill:$colors[$theme]}.s-$name{stroke:$colors[$theme]}";
            }

            return $rules;
        };

        $label = htmlspecialchars($label, ENT_XML1 | ENT_QUOTES);
        $fonts = "-apple-system, 'Segoe UI', Helvetica, Arial, 'Noto Sans SC', 'DejaVu Sans', sans-serif";
        $size = "width=\"$this->width\" height=\"$this->height\"";

        return "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 $this->width $this->height\" $size role=\"img\" aria-label=\"$label\""
            . " font-family=\"$fonts\">\n"
            . "<style>{$styles(0)}@media(prefers-color-scheme:dark){{$styles(1)}}</style>\n"
            . "<rect $size rx=\"8\" class=\"f-paper\"/>\n$this->content</svg>\n";
    }

    private static function dashes(bool $dashed): string
    {
        return $dashed ? ' stroke-dasharray="6 5"' : '';
    }
}
