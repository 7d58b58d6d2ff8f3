--TEST--
Laravel: a name or an owner that is no string works as with the stock driver
--FILE--
<?php
use Illuminate\Support\Str;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;

Laravels::each(static function (Laravel $laravel): void {
    foreach ([42, Str::of('text')] as $name) {
        foreach ([null, 7, Str::of('somebody')] as $owner) {
            $ours = $laravel->cache()->lock($name, 10, $owner);
            Check::same(true, $ours->get(), 'ours');
            Check::same(false, $laravel->cache('stock')->lock($name, 10)->get(), 'stock while ours is held');
            Check::same(true, $laravel->cache()->restoreLock($name, $owner ?? $ours->owner())->release(), 'release');
            Check::same(null, $laravel->redis()->call('GET', $laravel->key((string) $name)), 'the key');
        }
    }
});

echo 'done';
?>
--EXPECT--
done
