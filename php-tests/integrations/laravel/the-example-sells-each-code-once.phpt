--TEST--
Laravel: the example sells each code once and no code too many to requests that come at the same time
--FILE--
<?php
use Tests\Check;
use Tests\FpmRequest;
use Tests\LaravelExample;
use Tests\Laravels;

const CODES = 16;
const CUSTOMERS = 24;

Laravels::each(static function (): void {
    $example = new LaravelExample();
    $redis = $example->redis->client();
    for ($i = 1; $i <= CODES; $i++) {
        $redis->call('RPUSH', 'gift:codes', "GIFT-$i");
    }
    $fpm = $example->fpm(6);
    $requests = [];
    for ($i = 1; $i <= CUSTOMERS; $i++) {
        $requests["customer-$i"] = $example->begin($fpm, "/buy/customer-$i");
    }
    $answers = array_map(static fn (FpmRequest $request): array => $request->response(60), $requests);

    $bought = [];
    foreach ($answers as $customer => ['status' => $status, 'body' => $body]) {
        if ($status === 200) {
            Check::same(1, preg_match("/^$customer: (GIFT-\d+)\n$/", $body, $found), "the answer '$body'");
            $bought[] = $found[1];
        } else {
            Check::same([410, "sold out\n"], [$status, $body], "the answer for $customer");
        }
    }
    Check::same(CODES, count($bought), 'how many have bought a code');
    Check::same(CODES, count(array_unique($bought)), 'different codes');
    Check::same((string) CODES, $redis->call('GET', 'gift:next'), 'how many codes are sold, as the shop counts');
    Check::same(404, $example->begin($fpm, '/')->response(60)['status'], 'another path');
});
echo 'done';
?>
--EXPECT--
done
