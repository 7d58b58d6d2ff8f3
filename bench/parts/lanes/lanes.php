<?php

declare(strict_types=1);

const LANE_PROCESSES = 6;
/** Microseconds for which each of them holds the lock. */
const LANE_SECTION = 40_000;

/** The picture for newcomers: six processes that want one lock, once with polling and once with hand-over. */
function measure_lanes(Run $run): void
{
    $queues = new Queues($run, LANE_PROCESSES, ['hand']);
    try {
        $rounds = in_turns($run->rounds, [
            'hand' => static fn () => lane($queues->contention, 'hand'),
            'mutex' => static fn () => lane($queues->contention, 'mutex'),
        ]);
    } finally {
        $queues->stop();
    }
    $end = static fn (array $lane): float => end($lane)[2];
    $held = static fn (array $lane): float => array_sum(array_map(static fn (array $turn) => $turn[2] - $turn[1], $lane));
    foreach (['hand' => 'polling', 'mutex' => 'handover'] as $contestant => $name) {
        $lanes = $rounds[$contestant];
        $run->results->set("lanes.$name.end", array_map($end, $lanes), Figure::TIME);
        $run->results->set("lanes.$name.idle", array_map(static fn (array $lane) => $end($lane) - $held($lane), $lanes), Figure::TIME);
        // The picture has the round that was neither quick nor slow.
        usort($lanes, static fn (array $a, array $b) => $end($a) <=> $end($b));
        $turns[$contestant] = $lanes[intdiv(count($lanes), 2)];
    }
    $ends = array_map($end, $turns);
    foreach (array_keys(SpeedPage::PAGES) as $language) {
        $isChinese = $language === 'zh-CN';
        $plot = new LanesPlot(2, max($ends) * 1.04);
        $labels = $isChinese
            ? [
                'hand' => '轮询：每个等待者每 100 毫秒试一次（手写的 phpredis）',
                'mutex' => '交接：释放锁的进程把锁交给下一个（RedisMutexLock）',
            ]
            : [
                'hand' => 'Polling: each waiter tries every 100 ms (phpredis by hand)',
                'mutex' => 'Hand-over: the release gives the lock to the next one (RedisMutexLock)',
            ];
        foreach ($labels as $contestant => $label) {
            $done = sprintf($isChinese ? '%.0f 毫秒后全部完成' : 'all are done after %.0f ms', $ends[$contestant] * 1e3);
            $plot->lane($label, $turns[$contestant], $done, $isChinese ? '无人持有' : 'nobody');
        }
        $run->results->plots['docs/' . ($isChinese ? 'zh-CN/' : '') . 'lanes.svg'] = $plot->svg(
            $isChinese ? '六个进程要同一把锁，每个持有 40 毫秒' : 'Six processes want one lock, and each holds it for 40 ms',
            $isChinese
                ? '一个色块是一个进程持有锁的时间，虚线处锁是空闲的，但是还有进程在等'
                : 'A block is a process that holds the lock. On a dashed line the lock is free, although others wait for it.',
            $isChinese ? '毫秒' : 'ms',
        );
    }
}

/**
 * Lets all processes ask for the lock, 5 ms apart.
 *
 * @return list<array{int, float, float}> process, begin and end of its turn in seconds after the first one
 */
function lane(Contention $contention, string $contestant): array
{
    for ($member = 0; $member < LANE_PROCESSES; $member++) {
        $contention->tell($member, 'wait', $contestant, 'lane', LANE_SECTION);
        $contention->hear($member);
        usleep(5_000);
    }
    $turns = [];
    for ($member = 0; $member < LANE_PROCESSES; $member++) {
        $turns[] = [$member, ...array_map(intval(...), explode(' ', $contention->hear($member)))];
    }
    usort($turns, static fn (array $a, array $b) => $a[1] <=> $b[1]);
    $start = $turns[0][1];

    return array_map(static fn (array $turn) => [$turn[0], ($turn[1] - $start) / 1e9, ($turn[2] - $start) / 1e9], $turns);
}
