--TEST--
Laravel: a job releases the lock of the request that dispatched it, by the owner in the job
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\LaravelJob;
use Tests\LaravelQueue;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    LaravelQueue::mixes($laravel, static function (LaravelQueue $queue, Worker $worker, string $mix) use ($laravel): void {
        [$from] = explode('-', $mix);
        $lock = $laravel->cache($from)->lock("podcast-$mix", 600);
        $released = '$lock = \Illuminate\Support\Facades\Cache::restoreLock("podcast-%s", "%s"); say(var_export($lock->release(), true));';
        // The owner is in the job before the lock is held.
        LaravelJob::dispatch('podcast', sprintf($released, $mix, $lock->owner()));
        Check::same(true, $lock->get(), "$mix: get");
        // The request ends.
        unset($lock);
        $key = $laravel->key("podcast-$mix");
        Check::true($laravel->redis()->call('GET', $key) !== null, "$mix: the key when the request is over");
        LaravelJob::dispatch('thief', sprintf($released, $mix, str_repeat('0', 32)));
        LaravelQueue::work($worker, 'handles podcast', 'true');
        Check::same(null, $laravel->redis()->call('GET', $key), "$mix: the key after the job");
        Check::same(true, $laravel->cache($from)->lock("podcast-$mix", 600)->get(), "$mix: somebody holds it");
        LaravelQueue::work($worker, 'handles thief', 'false');
        Check::true($laravel->redis()->call('GET', $key) !== null, "$mix: the key after a job with another owner");
    });
});

echo 'done';
?>
--EXPECT--
done
