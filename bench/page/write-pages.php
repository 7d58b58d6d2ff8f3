<?php

declare(strict_types=1);

/** Writes both pages and all plots of a whole run, and the figures from which a test makes the pages again. */
function write_pages(Run $run, string $root): void
{
    $results = $run->results;
    $results->about += about_run($run);
    foreach (['docs/zh-CN', 'bench'] as $folder) {
        is_dir("$root/$folder") || mkdir("$root/$folder", recursive: true);
    }
    $results->save("$root/bench/figures.json");
    // The file keeps fewer digits than the run has, so the pages are made of what it keeps.
    $kept = Results::load("$root/bench/figures.json");
    foreach (SpeedPage::PAGES as $language => $page) {
        write_file("$root/$page", (new SpeedPage($kept, $language))->page(array_keys(Parts::all())));
    }
    foreach ($results->plots as $file => $svg) {
        write_file("$root/$file", $svg);
    }
    printf("\nWritten: %s, %s, bench/figures.json\n", implode(', ', SpeedPage::PAGES), implode(', ', array_keys($results->plots)));
}

/** @return array<string, mixed> what the pages say about the run */
function about_run(Run $run): array
{
    $cpuinfo = (string) file_get_contents('/proc/cpuinfo');

    return [
        'date' => date('Y-m-d'),
        'rounds' => $run->rounds,
        'seconds' => $run->seconds,
        'cpu' => preg_match('/^model name\s*:\s*(.*)$/m', $cpuinfo, $model) ? $model[1] : php_uname('m'),
        'cpus' => preg_match_all('/^processor\s*:/m', $cpuinfo),
        'system' => php_uname('s') . ' ' . php_uname('r'),
        'versions' => versions(),
        'doubts' => ['en' => $run->trust->doubts('en'), 'zh-CN' => $run->trust->doubts('zh-CN')],
    ];
}

/** @return array<string, ?string> program => its version, null if it is not installed */
function versions(): array
{
    $server = (string) shell_exec('redis-server --version');

    return [
        'redis_mutex_lock' => (string) phpversion('redis_mutex_lock'),
        'PHP' => PHP_VERSION,
        'Redis' => preg_match('/v=(\S+)/', $server, $version) ? $version[1] : null,
        'phpredis' => (string) phpversion('redis'),
        ...array_column(array_map(static fn (Library $library) => [$library->label, $library->version()], Library::all()), 1, 0),
    ];
}
