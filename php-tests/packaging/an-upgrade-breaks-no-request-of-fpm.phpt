--TEST--
The Debian package is upgraded while FPM serves requests: none fails, workers keep the former version until a reload, which breaks none either
--FILE--
<?php
DebianCopy::enter();
$packages = new Packages();
Command::mustRun(['dpkg', '-i', $packages->file('.deb')]);
$redis = RedisServer::start();
// A worker ends after a few requests, so new ones start during the upgrade too.
$fpm = Fpm::ofTheMachine(2, ['pm.max_requests' => 5]);
$url = var_export($redis->url(), true);
$script = $fpm->script(<<<PHP
    \$lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 10]);
    \$lock->lock('a', 20) || throw new Exception('the lock is held');
    usleep(5_000);
    echo \$lock->unlock('a') ? phpversion('redis_mutex_lock') : 'lost';
    PHP);
$answers = static function (int $count) use ($fpm, $script): array {
    $seen = [];
    for ($i = 0; $i < $count; $i++) {
        // Two at once, so one waits for the other.
        $two = [$fpm->begin($script), $fpm->begin($script)];
        array_push($seen, ...array_map(static fn (FpmRequest $request): string => $request->response(30)['body'], $two));
    }

    return array_values(array_unique($seen));
};
Check::same([Packages::version()], $answers(5), 'before');
$upgrade = new Process(['dpkg', '-i', $packages->nextDeb()], '/run/upgrade');
$during = [];
while ($upgrade->running()) {
    $during = array_unique([...$during, ...$answers(1)]);
}
Check::same(0, $upgrade->wait(60), file_get_contents('/run/upgrade'));
Check::same([Packages::version()], array_values($during), 'during the upgrade');
Check::same([Packages::version()], $answers(20), 'after it, by workers that have started since too');
// The way of the page to find processes with the former library.
$former = static fn (): array => array_values(array_filter($fpm->children(), static fn (int $worker): bool => str_contains(
    (string) @file_get_contents("/proc/$worker/maps"),
    'redis_mutex_lock.so (deleted)',
)));
Check::true($former() !== [], 'workers have the former library');
// A reload lets running requests end, because Fpm sets process_control_timeout.
$open = [$fpm->begin($script), $fpm->begin($script)];
$fpm->reload();
foreach ($open as $request) {
    Check::true(in_array($request->response(30)['body'], [Packages::version(), Packages::nextVersion()], true), 'across the reload');
}
Check::same([Packages::nextVersion()], $answers(5), 'after the reload');
Check::same([], $former(), 'no worker has the former library');
Check::same(0, $redis->client()->call('DBSIZE'), 'no lock is left');
echo 'done';
?>
--EXPECT--
done
