--TEST--
Laravel: lock:list and lock:release never print what a terminal obeys, or what turns the direction of a text
--FILE--
<?php
use Illuminate\Console\OutputStyle;
use RedisMutexLock\Laravel\Console\ReleaseLock;
use Symfony\Component\Console\Input\ArrayInput;
use Symfony\Component\Console\Output\BufferedOutput;
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\Proxy;
use Tests\RedisServer;

Laravels::each(static function (Laravel $laravel): void {
    $bad = '/[\x00-\x09\x0b-\x1f\x7f]|[\x{80}-\x{9f}\x{61c}\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}]/u';
    $clean = static function (string $printed, string $what) use ($bad): string {
        Check::same(0, preg_match($bad, $printed), "$what is UTF-8 without orders: " . json_encode($printed, JSON_INVALID_UTF8_SUBSTITUTE));

        return $printed;
    };
    // Orders to a terminal in 7 bits and in 8, what turns the direction, separators of lines, what has no shape, no UTF-8.
    $names = [
        "c0\e[2J\x07" => 'c0\033[2J\a', 'delete' . "\x7f" => 'delete\177', "csi\u{9b}31m" => 'csi\u009b31m',
        "osc\u{9d}0;title\x07" => 'osc\u009d0;title\a', "nel\u{85}" => 'nel\u0085', "override\u{202e}txt.exe" => 'override\u202etxt.exe',
        "embed\u{202a}" => 'embed\u202a', "isolate\u{2066}" => 'isolate\u2066', "end\u{2069}" => 'end\u2069',
        "marks\u{200e}\u{200f}\u{61c}" => 'marks\u200e\u200f\u061c', "lines\u{2028}\u{2029}" => 'lines\u2028\u2029',
        "nothing\u{200b}\u{feff}" => 'nothing\u200b\ufeff', "byte\x9b31m" => 'byte\23331m', "latin\xe9" => 'latin\351',
        '订单:é<error>' => '订单:é<error>', "end\\" => 'end\\',
    ];
    foreach ($names as $name => $shown) {
        Check::same(true, $laravel->cache()->lock($name, 90)->get(), "get: $shown");
    }
    $laravel->redis()->call('SET', $laravel->key('foreign'), "\u{9b}31m\u{202e}");
    $table = $clean($laravel->artisan('lock:list', ['--all' => true]), 'the table');
    foreach ($names as $name => $shown) {
        Check::true(str_contains($table, "| $shown "), "$shown in\n$table");
    }
    Check::true(str_contains($table, '\u009b31m'), "the foreign owner in\n$table");
    $json = $clean($laravel->artisan('lock:list', ['--json' => true]), 'the JSON');
    $listed = array_column(json_decode(substr($json, 2), true), 'name');
    foreach (array_keys($names) as $name) {
        Check::same(preg_match('//u', $name) === 1, in_array($name, $listed, true), 'in JSON, a name that is UTF-8 is whole: ' . json_encode($name));
    }

    foreach ($names as $name => $shown) {
        $command = new ReleaseLock();
        $command->setLaravel($laravel->app);
        fwrite($stream = fopen('php://memory', 'w+'), "no\n");
        rewind($stream);
        $input = new ArrayInput(['name' => $name]);
        $input->setStream($stream);
        Check::same(1, $command->run($input, $output = new BufferedOutput()), "$shown: no");
        Check::true(str_contains($clean($output->fetch(), "the question: $shown"), "Release [$shown]?"), "$shown: the question");
        $release = static fn (): string => $clean($laravel->artisan('lock:release', ['name' => $name, '--force' => true]), $shown);
        Check::same("0 Released [$shown].\n", $release(), 'release');
        Check::same("1 [$shown] is not locked.\n", $release(), 'release of a free lock');
    }

    // What fails repeats the arguments, and the words of a server.
    $store = "no\e[2J\u{9b}31m\u{202e}such\x9b";
    foreach (['lock:list' => [], 'lock:release' => ['name' => 'x', '--force' => true]] as $command => $arguments) {
        $printed = $clean($laravel->artisan($command, ['--store' => $store] + $arguments), "$command: a wrong store");
        Check::true(str_starts_with($printed, '1 ') && str_contains($printed, 'is not defined'), $printed);
        $again = $laravel->again(["cache.stores.st\u{202e}ock" => ['driver' => 'redis', 'connection' => 'cache']]);
        $printed = $clean($again->artisan($command, ['--store' => "st\u{202e}ock"] + $arguments), "$command: another driver");
        Check::same("1 The store [st\\u202eock] does not use the driver redis-mutex.\n", $printed, "$command: another driver");

        $proxy = Proxy::to(RedisServer::shared());
        foreach (['SCAN', 'EVAL*', 'GET'] as $asked) {
            $proxy->rule(['command' => $asked, 'do' => 'answer', 'bytes' => "-NOPERM \u{9b}31m\u{202e}<error>\r\n"]);
        }
        $failing = $laravel->again(['database.redis.default.port' => $proxy->port]);
        $printed = $clean($failing->artisan($command, $arguments), "$command: an error of the server");
        Check::true(str_starts_with($printed, '1 ') && str_contains($printed, 'NOPERM'), $printed);
    }
});

echo 'done';
?>
--EXPECT--
done
