--TEST--
examples/thinkphp: its commands and its routes give each code once, and run the slow query once
--FILE--
<?php
use Tests\Check;
use Tests\Fpm;
use Tests\RedisServer;
use Tests\TempDir;
use Tests\ThinkPhp;
use Tests\Worker;

const CHILDREN = 4;

$example = dirname(__DIR__, 3) . '/examples/thinkphp';
$dir = new TempDir();
$autoload = $dir->file('autoload.php');
file_put_contents($autoload, sprintf(
    "<?php require %s; putenv(%s); Tests\\ThinkPhp::autoload(%s);",
    var_export(dirname(__DIR__, 3) . '/php-tests/lib/autoload.php', true),
    var_export('THINKPHP_AUTOLOAD=' . ThinkPhp::framework(), true),
    var_export("$example/app", true),
));
// The example's own keys are the same in each run: it needs a server of its own.
$redis = RedisServer::start();
$env = ['THINKPHP_AUTOLOAD' => $autoload, 'REDIS_PORT' => (string) $redis->plainPort];

$command = static function (string ...$tokens) use ($example, $env): string {
    $code = 'array_shift($_SERVER["argv"]); require $_SERVER["argv"][0];';

    return Worker::run($code, ["$example/think", ...$tokens], $env, modules: ThinkPhp::MODULES)->finish(120);
};
$sale = $command('sale');
Check::true(preg_match('/^without a lock: 160 customers, (\d+) different codes$/m', $sale, $found) === 1, $sale);
Check::between(1, 159, (int) $found[1], 'different codes without a lock');
Check::true(str_contains($sale, "with the lock:  160 customers, 160 different codes\n"), $sale);
$stampede = $command('stampede');
Check::true(str_contains($stampede, 'queries with the driver of the package: 1'), $stampede);
Check::true(preg_match("/^queries with 'type' => 'redis': ([2-8])$/m", $stampede) === 1, $stampede);

array_map(putenv(...), array_map(static fn (string $name): string => "$name=$env[$name]", array_keys($env)));
$redis->client()->call('FLUSHALL');
$fpm = Fpm::start(CHILDREN, modules: ThinkPhp::MODULES);
$answers = static function (string $path) use ($fpm, $example): array {
    $requests = [];
    for ($i = 0; $i < CHILDREN; $i++) {
        $requests[] = $fpm->begin("$example/public/index.php", ['PATH_INFO' => $path, 'REQUEST_URI' => $path]);
    }

    return array_map(static fn ($request): string => $request->response(60)['body'], $requests);
};
$codes = $answers('/buy');
sort($codes);
Check::same(['GIFT-0001', 'GIFT-0002', 'GIFT-0003', 'GIFT-0004'], $codes, "the answers of /buy\n{$fpm->log()}");
Check::same(array_fill(0, CHILDREN, 'visitors today: 4,711'), $answers('/stats'), 'the answers of /stats');
Check::same('1', $redis->client()->call('GET', 'stats:queries'), 'queries of /stats');
Check::same([], $redis->client()->call('KEYS', 'lock:gift*'), 'locks after the requests');
$fpm->stop();
echo "done\n";
?>
--EXPECT--
done
