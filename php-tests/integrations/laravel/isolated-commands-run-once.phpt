--TEST--
Laravel: a command with --isolated does not run beside itself in another process
--FILE--
<?php
use Illuminate\Contracts\Console\Isolatable;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    Check::same($laravel->version() >= 9, interface_exists(Isolatable::class), 'the versions that have it');
    $shell = static fn (string $store): Worker => $laravel->worker(<<<'PHP'
        final class Import extends Illuminate\Console\Command implements Illuminate\Contracts\Console\Isolatable
        {
            protected $signature = 'import';

            public function handle(): void
            {
                say('runs');
                hear();
            }
        }
        $laravel->app->make(Illuminate\Contracts\Console\Kernel::class)->registerCommand(new Import());
        while (true) {
            say('ended with ' . (int) $laravel->artisan('import', json_decode(hear(), true)));
        }
        PHP, [], ['cache.default' => $store]);
    foreach ($laravel->version() >= 9 ? [['mutex', 'mutex'], ['mutex', 'stock'], ['stock', 'mutex']] : [] as [$first, $second]) {
        [$one, $other] = [$shell($first), $shell($second)];
        $one->tell('{"--isolated": true}');
        $one->expect('runs', 30);
        // The number is the exit code for a command that does not run.
        $other->tell('{"--isolated": "7"}');
        $other->expect('ended with 7', 30);
        $other->tell('{}');
        $other->expect('runs', 30);
        foreach ([$other, $one] as $process) {
            $process->tell('go on');
            $process->expect('ended with 0', 30);
        }
        $other->tell('{"--isolated": true}');
        $other->expect('runs', 30);
        $other->tell('go on');
        $other->expect('ended with 0', 30);
    }
});

echo 'done';
?>
--EXPECT--
done
