<?php

declare(strict_types=1);

/** All that a run has found out, and all that the page needs: figures, comparisons with peers, and the run itself. */
final class Results
{
    /** @var array<string, Figure> */
    private array $figures = [];
    /** @var array<array-key, array{figure: string, peer: string, what: array<string, string>}> */
    private array $comparisons = [];
    /** @var array<string, mixed> the machine, the versions, and how the run was made */
    public array $about = [];
    /** @var array<string, string> file below the root => the SVG of a plot */
    public array $plots = [];

    /** @param list<int|float>|int|float|null $rounds what each round measured; null: this machine could not measure it */
    public function set(string $name, array|int|float|null $rounds, string $unit): void
    {
        $this->figures[$name] = Figure::of((array) $rounds, $unit);
    }

    public function figure(string $name): Figure
    {
        return $this->figures[$name] ?? throw new LogicException("No part has measured '$name'.");
    }

    /**
     * Writes down how many times as fast as a peer RedisMutexLock is, as the figure `$name/$peer`. Rounds are compared
     * one by one, so what slows down a whole round does not count.
     *
     * @param list<float>|null $ours a second, as the peer's
     * @param list<float>|null $peers null: the peer is not installed
     * @param array<string, string> $what language => what is compared
     */
    public function compare(string $name, string $peer, ?array $ours, ?array $peers, array $what): void
    {
        $this->set("$name/$peer", $ours === null || $peers === null ? null : ratios($ours, $peers), Figure::RATIO);
        $this->comparisons["$name/$peer"] = ['figure' => "$name/$peer", 'peer' => $peer, 'what' => $what];
    }

    /**
     * @return list<array{Figure, string, array<string, string>}> the comparisons in which the peer is faster, the worst
     *     first: the figure, the peer, and what was compared
     */
    public function slower(): array
    {
        $slower = [];
        foreach ($this->comparisons as ['figure' => $name, 'peer' => $peer, 'what' => $what]) {
            $figure = $this->figure($name);
            // The page shows two digits, and 0.995 is shown as 1.00.
            if ($figure->median !== null && $figure->median < 0.995) {
                $slower[] = [$figure, $peer, $what];
            }
        }
        usort($slower, static fn (array $a, array $b) => $a[0]->median <=> $b[0]->median);

        return $slower;
    }

    public function save(string $file): void
    {
        $content = [
            'about' => $this->about,
            'figures' => array_map(static fn (Figure $figure) => $figure->toArray(), $this->figures),
            'comparisons' => array_values($this->comparisons),
        ];
        $json = json_encode($content, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR);
        // A figure takes one line.
        $inLine = static fn (array $figure) => '[' . preg_replace('/\s+/', ' ', $figure[1]) . ']';
        $json = preg_replace_callback('/\[\s+("\w+",[^\[\]]*?)\s+\]/', $inLine, $json);
        write_file($file, "$json\n");
    }

    public static function load(string $file): self
    {
        $content = json_decode((string) file_get_contents($file), true, flags: JSON_THROW_ON_ERROR);
        $results = new self();
        $results->about = $content['about'];
        $results->figures = array_map(Figure::fromArray(...), $content['figures']);
        $results->comparisons = $content['comparisons'];

        return $results;
    }
}

function write_file(string $file, string $content): void
{
    if (@file_put_contents($file, $content) === false) {
        throw new RuntimeException("$file could not be written.");
    }
}
