--TEST--
Laravel: if requests of the example miss one cache entry at the same time, the slow query runs once
--FILE--
<?php
use Tests\Check;
use Tests\LaravelExample;
use Tests\Laravels;

Laravels::each(static function (): void {
    $example = new LaravelExample();
    $fpm = $example->fpm(6);
    $requests = [];
    for ($i = 1; $i <= 12; $i++) {
        $requests[] = $example->begin($fpm, '/statistics');
    }
    foreach ($requests as $request) {
        $answer = $request->response(60);
        Check::same([200, "visitors today: 4,711\n"], [$answer['status'], $answer['body']], 'an answer');
    }
    Check::same('1', $example->redis->client()->call('GET', 'stats:queries'), 'how often the query ran');
});
echo 'done';
?>
--EXPECT--
done
