--TEST--
Laravel: six clicks on pay charge the customer once with DB::transaction() inside block(), and six times with it outside
--FILE--
<?php
use Tests\Check;
use Tests\Laravel;
use Tests\Laravels;
use Tests\MariaDb;
use Tests\Page;
use Tests\TempDir;
use Tests\Worker;

Laravels::each(static function (Laravel $laravel): void {
    $database = new MariaDb();
    $dir = new TempDir();
    $config = ['database.default' => 'shop', 'database.connections.shop' => [
        'driver' => 'mysql', 'unix_socket' => $database->socket, 'database' => 'shop', 'username' => 'root', 'password' => '', 'prefix' => '',
        'charset' => 'utf8mb4', 'collation' => 'utf8mb4_unicode_ci',
    ]];
    $laravel->worker(<<<'PHP'
        $db = $laravel->app->make('db');
        $db->statement('CREATE TABLE orders (id INT PRIMARY KEY, paid INT NOT NULL) ENGINE=InnoDB');
        $db->table('orders')->insert([['id' => 1, 'paid' => 0], ['id' => 2, 'paid' => 0]]);
        PHP, config: $config)->finish(30);

    $page = (new Page(dirname(__DIR__, 3), 'docs/laravel.md'))->recipe('Lock outside, transaction inside')[0]->text;
    $service = '// Your payment service, with "order-$order" as its idempotency key.';
    Check::same(1, substr_count($page, $service), 'the payment service of the page');
    $note = "file_put_contents('{$dir->file('charges')}', \"\$order\\n\", FILE_APPEND | LOCK_EX);";
    $recipe = str_replace([$service, 'echo $right(42), $right(42);'], [$note, ''], $page);
    $recipe .= <<<'PHP'
        // The transaction reads the order before it acquires the lock, as code does that loads the order first.
        $old = fn (int $order) => DB::transaction(function () use ($order, $payOnce) {
            DB::table('orders')->where('id', $order)->first();
            say('read');
            hear();

            return Cache::lock("pay:$order", null)->block(60, fn () => $payOnce($order));
        });
        say('ready');
        $pay = hear();
        say(rtrim($$pay((int) $argv[1])));
        PHP;
    $charges = static fn (int $order): int => count(array_keys(explode("\n", $dir->read('charges')), "$order"));

    $clicks = array_map(static fn (): Worker => $laravel->worker($recipe, [1], $config), range(1, 6));
    foreach ($clicks as $click) {
        $click->expect('ready', 30);
    }
    foreach ($clicks as $click) {
        $click->tell('right');
    }
    $codes = array_map(static fn (Worker $click): int => $click->wait(60), $clicks);
    $said = array_map(static fn (Worker $click): string => trim($click->rest()), $clicks);
    // A click that waits for longer than its 2 s is a LockTimeoutException.
    Check::same(1, count(array_keys($said, 'paid now')), 'answers: ' . implode(', ', $said) . '; exit codes: ' . implode(', ', $codes));
    Check::same(1, $charges(1), 'charges with the transaction inside');

    $clicks = array_map(static fn (): Worker => $laravel->worker($recipe, [2], $config), range(1, 6));
    foreach ($clicks as $click) {
        $click->expect('ready', 30);
        $click->tell('old');
        $click->expect('read', 30);
    }
    foreach ($clicks as $click) {
        $click->tell('go');
    }
    foreach ($clicks as $click) {
        // A newer MariaDB refuses the UPDATE by default, when the customer is charged already.
        $click->wait(60);
    }
    Check::same(6, $charges(2), 'charges with the transaction outside, whose snapshot is older than the lock');
});

echo 'done';
?>
--EXPECT--
done
