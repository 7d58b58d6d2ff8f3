--TEST--
underLock() refuses a negative time to remember and one of more than a year, before the work begins and not after it
--FILE--
<?php
use Tests\ThinkPhp;

$worker = ThinkPhp::run(<<<'PHP'
    use Tests\Check;
    use Tests\ThinkJob;
    use think\queue\job\Sync;

    $data = ['lock' => Check::unique('export')];
    $job = new Sync($app, json_encode(['job' => ThinkJob::class, 'data' => $data]), 'sync', 'default');
    foreach ([-1, 31_536_001] as $remember) {
        Check::throws(
            ValueError::class,
            static fn () => (new ThinkJob())->fire($job, $data + ['options' => ['remember' => $remember]]),
            "underLock(): \$remember must be a number of seconds from 0 to 31536000, $remember given",
        );
    }
    say('refused');
    PHP);
// A work that began would say so before.
$worker->expect('refused', 60);
$worker->finish(60);
echo "done\n";
?>
--EXPECT--
done
