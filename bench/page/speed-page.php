<?php

declare(strict_types=1);

/**
 * The speed page in one language: the templates of the parts, filled with the figures of a run. A template has
 *     {{pairs.tcp.awaited}}     a figure
 *     {{pairs.tcp.awaited ~}}   the same with its spread: half of the rounds lie in there
 *     {{@slower}}               a block that this class writes
 */
final class SpeedPage
{
    /** language => the file of the page below the root */
    public const PAGES = ['en' => 'docs/speed.md', 'zh-CN' => 'docs/zh-CN/speed.md'];
    private const TO = ['en' => ' to ', 'zh-CN' => ' 到 '];
    private const TIMES = ['en' => ' ×', 'zh-CN' => ' 倍'];
    private const MISSING = ['en' => 'not measured here', 'zh-CN' => '这里没有测量'];
    private const PEERS = [
        'en' => [
            'phpredis' => 'phpredis by hand', 'predis' => 'Predis by hand', 'symfony' => 'Symfony Lock',
            'laravel' => 'Laravel, driver redis', 'phplock' => 'php-lock', 'redispy' => 'redis-py',
            'redsync' => 'a Redlock by the rules of redsync', 'funnel' => "Laravel's Redis::funnel()",
            'msetnx' => 'MSETNX that polls', 'msetnx-at-once' => 'MSETNX that polls and releases all names at once',
        ],
        // A space separates a Latin letter from the characters around the name.
        'zh-CN' => [
            'phpredis' => '手写的 phpredis ', 'predis' => '手写的 Predis ', 'symfony' => ' Symfony Lock ',
            'laravel' => ' Laravel 的 redis 驱动', 'phplock' => ' php-lock ', 'redispy' => ' redis-py ',
            'redsync' => '按 redsync 的规则编写的 Redlock ', 'funnel' => ' Laravel 的 Redis::funnel() ',
            'msetnx' => '轮询的 MSETNX ', 'msetnx-at-once' => '轮询且一次释放全部名称的 MSETNX ',
        ],
    ];

    public function __construct(private readonly Results $results, private readonly string $language)
    {
    }

    /** @param list<string> $parts in the order of the page */
    public function page(array $parts): string
    {
        $sections = [
            self::template('page/opening', $this->language),
            ...array_map(fn (string $part) => self::template("parts/$part/page", $this->language), $parts),
            self::template('page/method', $this->language),
        ];

        return $this->fill(implode("\n", $sections));
    }

    /** Returns the section of one part. */
    public function section(string $part): string
    {
        return $this->fill(self::template("parts/$part/page", $this->language));
    }

    /** @param string $name below `bench`, without the language */
    public static function template(string $name, string $language): string
    {
        $file = dirname(__DIR__) . "/$name" . ($language === 'en' ? '' : ".$language") . '.md';

        return (string) file_get_contents($file);
    }

    private function fill(string $template): string
    {
        return preg_replace_callback('/\{\{(@?)(.+?)( ~)?\}\}/', fn (array $found) => match (true) {
            $found[1] === '@' => $this->block($found[2]),
            default => $this->shown($this->results->figure($found[2]), isset($found[3])),
        }, $template);
    }

    private function block(string $name): string
    {
        return match ($name) {
            'slower' => $this->slower(),
            'run' => $this->run(),
            'versions' => $this->versions(),
            'parts' => $this->parts(),
        };
    }

    private function shown(Figure $figure, bool $withSpread): string
    {
        if ($figure->median === null) {
            return self::MISSING[$this->language];
        }
        // The spread has the unit of the median.
        [$scale, $unit] = $this->scale($figure->unit, $figure->median);
        $shown = self::digits($figure->unit, $figure->median * $scale) . $unit;
        if (!$withSpread || $figure->rounds < 2) {
            return $shown;
        }
        $ends = array_map(static fn (float $end) => self::digits($figure->unit, $end * $scale), [$figure->low, $figure->high]);
        $spread = implode(self::TO[$this->language], $ends);

        return $this->language === 'en' ? "$shown ($spread)" : "{$shown}（{$spread}）";
    }

    /** @return array{float, string} the factor and the unit in which this value is written */
    private function scale(string $unit, float $value): array
    {
        $size = abs($value);

        return match (true) {
            $unit === Figure::RATIO => [1, self::TIMES[$this->language]],
            $unit === Figure::SHARE => [100, ' %'],
            $unit === Figure::COUNT => [1, ''],
            $unit === Figure::TIME && $size >= 1 => [1, ' s'],
            $unit === Figure::TIME && $size >= 1e-3 => [1e3, ' ms'],
            $unit === Figure::TIME => [1e6, ' µs'],
            $size >= 1 << 20 => [1 / (1 << 20), ' MiB'],
            $size >= 1 << 10 => [1 / (1 << 10), ' KiB'],
            $this->language === 'en' => [1, ' bytes'],
            default => [1, ' 字节'],
        };
    }

    private static function digits(string $unit, float $value): string
    {
        $size = abs($value);

        $isWhole = in_array($unit, [Figure::COUNT, Figure::BYTES], true) && $value === round($value);
        $isFine = in_array($unit, [Figure::RATIO, Figure::TIME], true) && $size < 9.995;

        return number_format($value, match (true) {
            $isWhole || $size >= 99.5 => 0,
            $isFine => 2,
            default => 1,
        });
    }

    /** What a reader must know first: where a peer is faster. */
    private function slower(): string
    {
        $isChinese = $this->language === 'zh-CN';
        $lines = [];
        foreach ($this->results->slower() as [$figure, $peer, $what]) {
            $within = $figure->high < 0.995 ? '' : ($isChinese ? '，差别在波动范围之内' : ', so the difference lies within the spread');
            $name = self::PEERS[$this->language][$peer];
            $ratio = $this->shown($figure, true);
            $lines[] = $isChinese
                ? "- {$what[$this->language]}：与{$name}相比，速度是 {$ratio}{$within}"
                : "- {$what['en']}: $ratio the speed of $name$within";
        }
        if ($lines === []) {
            return $isChinese ? '这次运行里，没有一项比较慢于别的库。' : 'In this run no comparison shows a peer that is faster.';
        }
        $opening = $isChinese ? '这次运行里，下列各项比别的库慢：' : 'In this run these are slower than with a peer:';

        return "$opening\n\n" . implode("\n", $lines);
    }

    /** How the run was made, and why it proves nothing if it does not. */
    private function run(): string
    {
        $about = $this->results->about;
        $isChinese = $this->language === 'zh-CN';
        $text = sprintf(
            $isChinese
                ? '下列数据来自 %s 的一次运行：每项测量 %d × %g 秒，环境是 %s（%d 个处理器），%s。'
                : 'All figures on this page are from one run on %s, with %d × %g s for each measurement, on %s (%d processors), %s.',
            $about['date'], $about['rounds'], $about['seconds'], $about['cpu'], $about['cpus'], $about['system'],
        );
        $doubts = $about['doubts'][$this->language];
        if ($doubts !== []) {
            $text .= "\n\n**" . ($isChinese
                ? '这次运行不能作为依据：' . implode('；', $doubts) . '。'
                : 'This run proves nothing: ' . implode('; ', $doubts) . '.') . '**';
        }

        return $text;
    }

    private function versions(): string
    {
        $isChinese = $this->language === 'zh-CN';
        $lines = [$isChinese ? '| 程序 | 版本 |' : '| program | version |', '| --- | --- |'];
        foreach ($this->results->about['versions'] as $program => $version) {
            $version ??= $isChinese ? '没有安装，这里没有测量' : 'not installed, so not measured here';
            $lines[] = "| $program | $version |";
        }

        return implode("\n", $lines);
    }

    private function parts(): string
    {
        $head = $this->language === 'zh-CN' ? '| 部分 | 测量什么 | 分钟 |' : '| part | what it measures | minutes |';
        $lines = [$head, '| --- | --- | --- |'];
        foreach (Parts::all() as $part => [$minutes, $what]) {
            $lines[] = "| `$part` | {$what[$this->language]} | $minutes |";
        }

        return implode("\n", $lines);
    }
}
