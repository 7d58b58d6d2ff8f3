<?php
/*
 * A shop with unpaid orders in a MariaDB, whose processes pay by the recipe of the guide, and a payment service that counts its
 * charges and never takes one back. Used by php-tests/recipes.
 */

declare(strict_types=1);

namespace Tests;

final class Shop
{
    public const ORDERS = 20;

    private readonly MariaDb $database;
    private readonly TempDir $dir;

    public function __construct(private readonly RedisServer $redis)
    {
        $this->database = new MariaDb();
        $this->dir = new TempDir();
        $orders = implode(', ', array_map(static fn (int $order): string => "($order, 0)", range(1, self::ORDERS)));
        Worker::run(<<<PHP
            \$db = new PDO({$this->database->connect()});
            \$db->exec('CREATE TABLE orders (id INT PRIMARY KEY, paid INT NOT NULL) ENGINE=InnoDB');
            \$db->exec('INSERT INTO orders VALUES $orders');
            PHP, modules: MariaDb::MODULES)->finish();
    }

    /**
     * Starts a process that has the functions of the recipe, `$lock` and `$db`. For each number of an order that the test tells
     * it, the process evaluates $pay, and says the answer or the class of the exception.
     *
     * @param string $pay PHP code with `$order`
     * @param string $atCharge PHP code that runs when the service has noted a charge
     * @param bool $gate whether each commit says `committing` and waits for a line
     * @param array<string, mixed> $config of `$lock`
     */
    public function process(string $pay, string $atCharge = '', bool $gate = false, array $config = []): Worker
    {
        $recipe = Recipe::code('A job that must not run twice', [
            "new PDO('sqlite::memory:')" => "new ShopDatabase({$this->database->connect()})",
            "\$db->exec('CREATE TABLE orders (id INT PRIMARY KEY, paid INT NOT NULL)');\n" => '',
            "\$db->exec('INSERT INTO orders VALUES (42, 0)');\n" => '',
            '// Your payment service, with "order-$order" as the idempotency key.' => <<<PHP
                file_put_contents('{$this->dir->file('charges')}', "\$order\\n", FILE_APPEND | LOCK_EX);
                $atCharge
                PHP,
            'echo pay($lock, $db, 42), "\n", pay($lock, $db, 42), "\n";' => '',
            "new RedisMutexLock('redis://127.0.0.1:6379')" => 'new RedisMutexLock(unserialize($argv[1]))',
        ]);
        $both = Recipe::code('Lock outside, transaction inside');
        $byHand = Recipe::code('The same by hand', ['echo pay_by_hand($lock, $db, 42), "\n";' => '']);
        $wait = $gate ? "say('committing'); hear();" : '';
        $worker = Worker::run(<<<PHP
            final class ShopDatabase extends PDO
            {
                public function commit(): bool
                {
                    $wait

                    return parent::commit();
                }
            }
            $recipe
            $both
            $byHand
            say('ready');
            while (true) {
                \$order = (int) hear();
                try {
                    say($pay);
                } catch (Exception \$e) {
                    say(\$e::class);
                }
            }
            PHP, [serialize($config + $this->redis->config())], modules: MariaDb::MODULES);
        $worker->expect('ready');

        return $worker;
    }

    /** Returns how often the service has charged the customer of an order. */
    public function charges(int $order): int
    {
        return count(array_keys(explode("\n", $this->dir->read('charges')), "$order"));
    }
}
