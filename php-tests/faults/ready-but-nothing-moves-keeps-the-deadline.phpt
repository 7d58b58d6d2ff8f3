--TEST--
A socket that counts as ready but moves no bytes costs its deadline and little CPU
--FILE--
<?php
Check::true((string) shell_exec('command -v strace') !== '', "strace is installed: run 'tools/setup test'");

// From a signal on, each call of recv(2), or of send(2) and sendmsg(2), fails with EAGAIN, as when the kernel is short of memory.
// The tracer is the parent of the process: every kernel permits a parent to trace its child.
$code = <<<'PHP'
    [, $url, $name, $call] = $argv;
    pcntl_sigprocmask(SIG_BLOCK, [SIGUSR1]);
    $child = pcntl_fork();
    if ($child > 0) {
        pcntl_sigwaitinfo([SIGUSR1]);
        $inject = ['-e', "trace=$call", '-e', "inject=$call:error=EAGAIN"];
        pcntl_exec('/usr/bin/env', ['strace', '-f', '-qq', '-o', '/dev/null', ...$inject, '-p', (string) $child]);
        exit(1);
    }
    $lock = new RedisMutexLock(['url' => $url, 'command_timeout' => 0.3]);
    $lock->lock("$name-mine", 0, 60) || throw new Exception('not free');
    say((string) getmypid());
    while (($word = hear()) !== 'end') {
        $cpu = function (): float {
            $usage = getrusage();
            $of = fn (string $what): float => $usage["ru_$what.tv_sec"] + $usage["ru_$what.tv_usec"] / 1e6;

            return $of('utime') + $of('stime');
        };
        [$began, $used, $answer] = [hrtime(true), $cpu(), ''];
        try {
            $answer = var_export($word === 'unlock' ? $lock->unlock("$name-mine") : $lock->lock($name, 1.5, 60, 60_000_000), true);
        } catch (RedisMutexLockException $exception) {
            $answer = get_class($exception);
        }
        say(json_encode([$answer, (hrtime(true) - $began) / 1e9, $cpu() - $used]));
    }
    PHP;
$server = RedisServer::start();
$strike = static function (Worker $worker, int $pid): void {
    $worker->signal(SIGUSR1);
    Check::eventually(
        static fn (): bool => preg_match('/^TracerPid:\s+[1-9]/m', file_get_contents("/proc/$pid/status")) === 1,
        10,
        'strace has begun',
    );
};
$judge = static function (string $what, Worker $worker, float $most): void {
    [$answer, $seconds, $cpu] = json_decode($worker->line($most + 4), true);
    Check::same('RedisMutexLockUnavailableException', $answer, $what);
    Check::between(0, $most, $seconds, "$what: seconds");
    Check::between(0, $seconds / 2, $cpu, "$what: seconds of CPU of $seconds s");
    $worker->tell('end');
    Check::same([0, ''], [$worker->wait(), $worker->stderr()], "$what: how it ends");
};
foreach (['recvfrom', 'sendto,sendmsg'] as $call) {
    $name = Check::unique($call);
    $worker = Worker::run($code, [$server->url(), $name, $call]);
    $pid = (int) $worker->line();
    $strike($worker, $pid);
    $worker->tell('unlock');
    // Two commands of 0.3 s; the rest is for a slow machine.
    $judge("$call, unlock", $worker, 2.0);

    $name = Check::unique($call);
    $queue = new Queue($server, $name);
    $holder = new RedisMutexLock($server->url());
    Check::true($holder->lock($name, 0, 600), 'held');
    $worker = Worker::run($code, [$server->url(), $name, $call]);
    $pid = (int) $worker->line();
    $worker->tell('lock');
    $queue->sleep(1);
    $strike($worker, $pid);
    // The socket wakes the process, which can read nothing, or can send nothing after that.
    Check::true($holder->unlock($name), 'handed over');
    $judge("$call, lock", $worker, 1.5 + 2.0);
}
echo 'done';
?>
--EXPECT--
done
