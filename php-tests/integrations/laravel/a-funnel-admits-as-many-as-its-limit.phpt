--TEST--
Laravel: Cache::funnel() admits as many processes as its limit, the others wait in line, and a full one ends with the exception of this version
--FILE--
<?php
use Illuminate\Cache\Limiters\ConcurrencyLimiterBuilder;
use Illuminate\Cache\Limiters\LimiterTimeoutException;
use Illuminate\Support\Facades\Cache;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

enum Funnelled: string
{
    case Mails = 'mails';
}

Laravels::each(static function (Laravel $laravel): void {
    $cache = $laravel->cache();
    $redis = $laravel->redis();
    $key = $laravel->key('funnel:mails');
    // Redis::funnel() has its exception in all versions.
    $isOfLaravel = class_exists(ConcurrencyLimiterBuilder::class);
    Check::same($isOfLaravel, method_exists(Illuminate\Cache\Repository::class, 'funnel'), 'the versions that have it');
    $timeout = $isOfLaravel ? LimiterTimeoutException::class : Illuminate\Contracts\Redis\LimiterTimeoutException::class;
    $builder = $isOfLaravel ? ConcurrencyLimiterBuilder::class : Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder::class;
    Check::true($cache->funnel('mails') instanceof $builder, 'the class of the builder');

    // Two processes inside, and two in line.
    $code = <<<'PHP'
        while (($name = hear()) !== 'end') {
            $cache = $laravel->cache();
            say($cache->funnel('mails')->limit(2)->releaseAfter(60)->block(120)->then(static function () use ($name): string {
                say("$name is in");
                hear();

                return "$name has left";
            }));
        }
        PHP;
    $workers = array_map(static fn (): object => $laravel->worker($code), range(0, 3));
    foreach ($workers as $number => $worker) {
        $worker->tell("$number");
        $number < 2 && $worker->expect("$number is in", 30);
        $number < 2 || Check::eventually(static fn (): bool => $laravel->waiters('funnel:mails') === $number - 1, 30, "$number waits");
    }
    Check::same(2, $redis->call('ZCARD', $key), 'shares');

    // One attempt, and a wait that is over. The failure gets the exception, and its result is that of then().
    $full = static fn (int|float|null $wait): object => $cache->funnel(Funnelled::Mails)->limit(2)->block($wait);
    $never = static fn (): never => throw new LogicException('it ran');
    foreach ([0, null, -1, '0'] as $wait) {
        $thrown = Check::throws($timeout, static fn () => $cache->funnel('mails')->limit('2')->block($wait)->then($never));
        Check::true(str_starts_with($thrown->getMessage(), 'The funnel "mails" admits 2 at a time, and was full for '), $thrown->getMessage());
    }
    $began = hrtime(true);
    $said = $full(0.3)->sleep(50)->then($never, static fn (Throwable $e): string => $e::class);
    Check::same($timeout, $said, 'what the failure returns');
    Check::between(0.29, 20, (hrtime(true) - $began) / 1e9, 'seconds of a wait of 0.3 s');

    // The first in line gets in first, and a wait that ended before leaves no place behind.
    foreach ([[0, 2], [1, 3]] as [$first, $next]) {
        $workers[$first]->tell('go on');
        $workers[$first]->expect("$first has left", 30);
        $workers[$next]->expect("$next is in", 30);
    }
    foreach ([2, 3] as $number) {
        $workers[$number]->tell('go on');
        $workers[$number]->expect("$number has left", 30);
    }
    Check::same(0, $redis->call('EXISTS', $key), 'the funnel at the end');
    foreach ($workers as $worker) {
        $worker->tell('end');
        $worker->finish();
    }

    // In one process, a funnel inside of another one counts for itself, and an exception leaves the funnel.
    $inside = static fn (callable $do): mixed => Cache::store('mutex')->funnel('mails')->limit(2)->block(0)->then($do, static fn (): string => 'full');
    Check::same('full', $inside(static fn () => $inside(static fn () => $inside($never))), 'a third one');
    Check::throws(DomainException::class, static fn () => $inside(static fn () => throw new DomainException()));
    Check::same('second', $inside(static fn () => $inside(static fn (): string => 'second')), 'after that');
    // Laravel's rule: the failure is for the exception, whichever funnel threw it.
    $nested = static fn () => $cache->funnel('other')->limit(1)->block(0)->then(
        static fn () => $inside(static fn () => $inside(static fn () => $full(0)->then($never))),
        static fn (): string => 'the other one',
    );
    Check::same('full', $nested(), 'the innermost failure');

    // The alone one: a lock of the same name shuts the funnel, which has no key in common with values and other locks.
    Check::true($cache->put('mails', 'value') && $cache->lock('mails', 10)->get(), 'a value and a lock of that name');
    Check::same('in', $inside(static fn (): string => 'in'), 'beside them');
    $stop = $cache->lock('funnel:mails', 60);
    Check::same([true, 'full'], [$stop->get(), $inside($never)], 'shut by a lock');
    Check::same([true, 'in'], [$stop->release(), $inside(static fn (): string => 'in')], 'open again');
    Check::same(false, $inside(static fn () => $stop->get()), 'a lock beside a share');

    // What cannot be right is refused at once.
    foreach ([0, -1, 1_000_001, 'x', 1.5, null, true] as $limit) {
        $refused = Check::throws(ValueError::class, static fn () => $cache->funnel('mails')->limit($limit));
        Check::true(str_contains($refused->getMessage(), 'must be from 1 to 1000000, got '), $refused->getMessage());
    }
    Check::throws(ValueError::class, static fn () => $cache->funnel('mails')->block(INF), 'must be a finite number of seconds');
    Check::throws(InvalidArgumentException::class, static fn () => $cache->funnel('mails')->then($never), 'has no limit: call limit() before then()');
    $long = $cache->funnel(str_repeat('n', 4096))->limit(1);
    Check::throws(ValueError::class, static fn () => $long->then($never), 'must not be longer than 4096 bytes');

    // Tests of an application have this store.
    $array = $laravel->again(['cache.default' => 'array']);
    Check::same('ran', $array->cache('array')->funnel('mails')->limit(2)->block(0)->then(static fn (): string => 'ran'), 'the store array');
    // What newer versions of Laravel keep beside a store is still there.
    Check::same([$cache->getStore(), true], [$laravel->cache()->getStore(), $laravel->cache()->put('k', 'v')], 'the cache is as it was');
});

echo 'done';
?>
--EXPECT--
done
