--TEST--
A callback that throws while the arguments of a call are put together frees nothing that PHP still uses
--FILE--
<?php
// The loss comes while usleep() runs, whose result is an argument. PHP 8.2 handles an exception there as if it came
// after the argument.
$code = <<<'PHP'
    [, $url, $name] = $argv;
    class Passed
    {
        public int $number = 1;
    }
    function passed(Passed $first, mixed $second): void
    {
    }
    function leaves_arguments_behind(Passed ...$passed): Passed
    {
        return new Passed();
    }
    $lock = new RedisMutexLock(['url' => $url, 'lease' => 0.02]);
    $other = new RedisMutexLock($url);
    $lock->onLost(fn () => throw new DomainException('lost'));
    $lost = 0;
    for ($round = 0; $round < 40;) {
        try {
            $lock->lock($name, 0, null);
            $other->forceUnlock($name);
            leaves_arguments_behind(new Passed(), new Passed(), new Passed(), new Passed());
            passed(new Passed(), usleep(30_000));
            // The exception comes here at the latest.
            while ($lock->held() !== []) {
                usleep(1000);
            }
            usleep(20_000);
            strlen('a call');
        } catch (DomainException) {
            $lost++;
        } catch (RedisMutexLockUnavailableException $exception) {
            // On a busy machine a grant may take longer than its lease. Then the round does not count.
            str_contains($exception->getMessage(), 'longer than its lease') || throw $exception;
            continue;
        }
        $round++;
        $kept[] = new Passed();
    }
    say($lost > 20 ? 'lost' : "lost only $lost times");
    say(array_sum(array_column($kept, 'number')) === 40 ? 'intact' : 'changed');
    PHP;
$worker = Worker::run($code, [RedisServer::shared()->url(), Check::unique('argument')]);
$worker->expect('lost', 30);
$worker->expect('intact');
$worker->finish();

echo 'done';
?>
--EXPECT--
done
