--TEST--
A scene of the demo whose processes are killed before they are ready ends at once
--FILE--
<?php
$worker = Worker::run(<<<'PHP'
    require "$argv[1]/examples/processes.php";
    $me = getmypid();
    $killer = pcntl_fork();
    if ($killer === 0) {
        // Kills each process of the scene as soon as it sees it: some of the fifty are not ready yet.
        while (posix_getppid() === $me) {
            foreach (explode(' ', trim((string) @file_get_contents("/proc/$me/task/$me/children"))) as $pid) {
                if ((int) $pid > 0 && (int) $pid !== getmypid()) {
                    posix_kill((int) $pid, SIGKILL);
                }
            }
        }
    }
    say((string) at_once(50, static fn () => sleep(60), static fn () => null));
    posix_kill($killer, SIGKILL);
    PHP, [dirname(__DIR__, 2)], modules: ['posix']);
// A parent that waits for a process that is gone would wait for 60 s.
$worker->expect('50', 30);
$worker->wait();
echo "done\n";
?>
--EXPECT--
done
