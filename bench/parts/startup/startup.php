<?php

declare(strict_types=1);

/** The time that loading a module adds to a PHP process that does nothing: of this extension, and of phpredis. */
function measure_startup(Run $run): void
{
    $milliseconds = static function (string ...$options) use ($run): float {
        $start = hrtime(true);
        proc_close(proc_open($run->asClient([PHP_BINARY, '-n', ...$options, '-r', '']), [], $pipes));

        return (hrtime(true) - $start) / 1e9;
    };
    $folder = ini_get('extension_dir');
    // Some builds of phpredis need igbinary.
    $phpredis = is_file("$folder/igbinary.so") ? ['-d', 'extension=igbinary', '-d', 'extension=redis'] : ['-d', 'extension=redis'];
    $took = in_turns($run->count(150, 5), [
        'none' => static fn () => $milliseconds(),
        'mutex' => static fn () => $milliseconds('-d', 'extension=' . $run->contestants->library),
        'phpredis' => static fn () => $milliseconds(...$phpredis),
    ]);
    $run->results->set('startup.none', $took['none'], Figure::TIME);
    foreach (['mutex', 'phpredis'] as $module) {
        $differences = array_map(static fn (float $with, float $without) => $with - $without, $took[$module], $took['none']);
        $run->results->set("startup.$module", $more[$module] = median($differences), Figure::TIME);
    }
    // On a busy machine a start with a module may be the shorter one, and then there is nothing to compare.
    $perSecond = static fn (float $seconds) => $seconds > 0 ? [1 / $seconds] : null;
    $run->results->compare('startup.mutex', 'phpredis', $perSecond($more['mutex']), $perSecond($more['phpredis']), [
        'en' => 'what the module adds to the start of PHP', 'zh-CN' => '模块给 PHP 启动增加的时间',
    ]);
    $run->results->set('startup.count', count($took['none']), Figure::COUNT);
    $run->targets->atMost(0.001, 'startup.mutex', 's more for the start of PHP');
}
