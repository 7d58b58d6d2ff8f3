<?php

declare(strict_types=1);

use Tests\Cleanup;
use Tests\Fpm;
use Tests\TempDir;

require_once __DIR__ . '/../../contestants/fast-cgi.php';

/** Microseconds of work after the release. */
const FPM_WORK = ['last' => 0, 'work' => 2000];

/** Requests of FPM that take a lock and release it: with the release as the last act, and with work after it. */
function measure_fpm(Run $run): void
{
    $run->needsUnawaitedReleases();
    Cleanup::whenInterrupted();
    $server = $run->redis();
    $server->connect()->script('load', COMPARE_AND_DELETE);
    $dir = new TempDir();
    // FPM inherits the processor of this process.
    $self = getmypid();
    shell_exec("taskset -cp $run->clients $self");
    try {
        $fpm = Fpm::start(
            pool: ['listen' => $dir->file('fpm.sock')],
            ini: ['zend_extension' => 'opcache', 'opcache.validate_timestamps' => false],
            modules: ['redis'],
        );
    } finally {
        shell_exec("taskset -cp $run->clients,$run->server $self");
    }
    $script = realpath(__DIR__ . '/../../contestants/fpm-request.php');
    $client = new FastCgi($dir->file('fpm.sock'));
    foreach (['0' => 0, '500' => 0.0005] as $micros => $roundTrip) {
        $network = $roundTrip > 0 ? $run->network($server->port, $roundTrip) : null;
        $port = $network?->port ?? $server->port;
        foreach (FPM_WORK as $where => $work) {
            $requests = static fn (string $contestant) => static function () use ($run, $client, $script, $contestant, $port, $work): float {
                $took = [];
                for ($i = 0; $i < $run->count(150, 5); $i++) {
                    $took[] = $client->request($script, "client=$contestant&port=$port&work=$work");
                }

                return median($took);
            };
            $contestants = ['phpredis' => $requests('phpredis'), 'awaited' => $requests('awaited'), 'unawaited' => $requests('unawaited')];
            array_map(static fn (Closure $one) => $one(), $contestants); // connects, and compiles the files
            set_requests($run, "fpm.$micros.$where", in_turns($run->rounds, $contestants), $micros > 0, $work > 0);
        }
        $network?->stop();
    }
    $fpm->stop();
    $server->stop();
}

/** @param array<string, non-empty-list<float>> $took contestant => seconds of a request in each round */
function set_requests(Run $run, string $name, array $took, bool $isFar, bool $isWorking): void
{
    foreach ($took as $contestant => $seconds) {
        $run->results->set("$name.$contestant", $seconds, Figure::TIME);
    }
    $perSecond = array_map(durations(...), $took);
    foreach (['awaited', 'unawaited'] as $ours) {
        $run->results->compare("$name.$ours", 'phpredis', $perSecond[$ours], $perSecond['phpredis'], [
            'en' => 'a request of FPM' . ($isWorking ? ' with 2 ms of work after the release' : ' that ends with the release')
                . ($isFar ? ', behind 0.5 ms of network' : '') . ($ours === 'awaited' ? '' : ', not awaited'),
            'zh-CN' => 'FPM 的一个请求，' . ($isWorking ? '释放之后还有 2 毫秒的工作' : '以释放结束')
                . ($isFar ? '，网络往返增加 0.5 毫秒' : '') . ($ours === 'awaited' ? '' : '，不等待释放的响应'),
        ]);
    }
}
