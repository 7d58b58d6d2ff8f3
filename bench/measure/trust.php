<?php

declare(strict_types=1);

/** Why a run proves nothing: it was too short, or the machine had other work. */
final class Trust
{
    private const LEAST_ROUNDS = 5;
    private const LEAST_SECONDS = 0.5;
    /** Of the two processors, while the benchmark itself did nothing. */
    private const MOST_BUSY = 0.1;

    private float $busy = 0;

    public function __construct(private readonly int $rounds, private readonly float $seconds)
    {
    }

    /** Looks for half a second at what others do on the two processors. Each part begins and ends with a look. */
    public function look(float $seconds = 0.5): void
    {
        [$busyBefore, $allBefore] = self::ticks();
        usleep((int) ($seconds * 1e6));
        [$busy, $all] = self::ticks();
        $this->busy = max($this->busy, ($busy - $busyBefore) / max(1, $all - $allBefore));
    }

    /** @return list<string> the reasons in this language; none: the run can be judged */
    public function doubts(string $language): array
    {
        $isChinese = $language === 'zh-CN';
        $doubts = [];
        if ($this->rounds < self::LEAST_ROUNDS || $this->seconds < self::LEAST_SECONDS) {
            $doubts[] = sprintf(
                $isChinese
                    ? '运行太短，每项测量只有 %d × %g 秒，至少需要 %d × %g 秒'
                    : 'the run was too short, with %d × %g s for each measurement, while it needs %d × %g s at least',
                $this->rounds, $this->seconds, self::LEAST_ROUNDS, self::LEAST_SECONDS,
            );
        }
        if ($this->busy > self::MOST_BUSY) {
            $doubts[] = sprintf(
                $isChinese
                    ? '机器太忙，别的程序占用了两个处理器的 %d%%，最多允许 %d%%'
                    : 'the machine was busy, because other programs used %d %% of the two processors, while %d %% are allowed',
                round(100 * $this->busy), 100 * self::MOST_BUSY,
            );
        }

        return $doubts;
    }

    /** @return array{int, int} how long the two processors were busy, and how long they were there */
    private static function ticks(): array
    {
        $busy = $all = 0;
        foreach (two_cpus() as $cpu) {
            preg_match("/^cpu$cpu (.*)$/m", (string) file_get_contents('/proc/stat'), $line);
            $ticks = array_map(intval(...), explode(' ', trim($line[1])));
            $all += array_sum(array_slice($ticks, 0, 8));
            $busy += array_sum(array_slice($ticks, 0, 8)) - $ticks[3] - $ticks[4]; // without idle and iowait
        }

        return [$busy, $all];
    }
}
