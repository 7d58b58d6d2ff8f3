<?php

declare(strict_types=1);

require_once __DIR__ . '/flat-memory.php';

/** What the module and a first lock need, and whether memory stays flat over 100,000 pairs. */
function measure_memory(Run $run): void
{
    $server = $run->redis();
    for ($round = 0; $round < $run->rounds; $round++) {
        $process = proc_open($run->contestants->script('memory', $server->url(), $run->contestants->library), [1 => ['pipe', 'w']], $pipes);
        [$library[], $first[]] = array_map(intval(...), explode(' ', next_line($pipes[1])));
        if (proc_close($process) !== 0) {
            throw new RuntimeException('A contestant gave no result.');
        }
    }
    $run->results->set('memory.file', filesize($run->contestants->library), Figure::BYTES);
    $run->results->set('memory.library', $library, Figure::BYTES);
    $run->results->set('memory.first', $first, Figure::BYTES);
    $lock = new RedisMutexLock($server->url());
    judge_memory($run, 'memory.pairs', $lock, 20, $run->count(100_000, 1_000));
    $server->stop();
}
