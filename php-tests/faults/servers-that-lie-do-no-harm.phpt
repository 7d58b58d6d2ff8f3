--TEST--
A server, a node or a sentinel that lies at random: each call is back in time with an answer or an exception of the class, which shows no secret
--FILE--
<?php
/*
 * Worlds are made at random for some seconds. A failure names the seed and the number of its world. To see that world again:
 * LIES=seed:number make test TESTS=php-tests/faults/servers-that-lie-do-no-harm.phpt
 */
[$seed, $only] = explode(':', (string) getenv('LIES')) + [1 => ''];
$seed = $seed === '' ? (string) random_int(1, 999_999_999) : $seed;

const SECONDS = 7;
/** A busy machine makes few of them in that time. */
const LEAST = 20;
const MOST = 400;
/** What a machine may add that has stalled. */
const SLACK = 5;

// A warning or a notice of PHP is a failure as well.
set_error_handler(static fn (int $level, string $text): bool => (error_reporting() & $level) === 0 ? true : throw new Failure("PHP says: $text"));

$figure = static fn (string $key): int => (int) (preg_match("/^$key:\s+(\d+)/m", (string) file_get_contents('/proc/self/status'), $found) === 1 ? $found[1] : 0);
$descriptors = static fn (): int => count((array) scandir('/proc/self/fd'));

/** Calls a method, which is to be back within $seconds. Returns its result, or null after an exception of the class. */
$call = static function (callable $method, float $seconds): mixed {
    $began = hrtime(true);
    try {
        $result = $method();
    } catch (RedisMutexLockException $e) {
        $result = null;
        $message = $e->getMessage();
        foreach (['a message of at most 2,000 bytes' => strlen($message) <= 2000,
            'no password' => !str_contains($message . $e->getTraceAsString(), LyingWorld::SECRET),
            'no token' => preg_match('/\b[0-9a-f]{32}\b/', $message) === 0,
            'no panic' => stripos($message, 'panic') === false,
            'one clean line' => preg_match('/^[^\p{Cc}\x{200e}\x{200f}\x{202a}-\x{202e}\x{2066}-\x{2069}]+$/u', $message) === 1] as $what => $is) {
            Check::true($is, "$what in '" . substr($message, 0, 3000) . "'");
        }
    }
    $took = (hrtime(true) - $began) / 1e9;
    Check::true($took <= $seconds + SLACK, "back after $took of $seconds s");

    return $result;
};

$world = LyingWorld::begin();
$play = static function (int $number) use ($world, $seed, $call): void {
    $random = new FuzzRandom("$seed/$number");
    ['kind' => $kind, 'config' => $config, 'truth' => $truth] = $world->turn($random);
    $story = '';
    // A question and what is to be given back after it, each with a second try.
    $deadline = 4 * LyingWorld::COMMAND_TIMEOUT;
    try {
        $lock = new RedisMutexLock($config + ['fencing' => $random->below(4) === 0, 'lock_prefix' => "$seed-$number:"]);
        $owner = static fn (string $name): ?string => $truth->client()->call('GET', "$seed-$number:$name");
        $names = ['a', 'b', 'c{d}', 'e', 'f', 'g'];
        if ($random->below(2) === 0) {
            // Lies begin while locks are held.
            $call(static fn () => $lock->lock('a', 0, $random->one([60, null])), $deadline);
            $call(static fn () => $lock->lock('b', 0, 60), $deadline);
        }
        $story = $world->lie($random, $kind);
        for ($left = 2 + $random->below(4); $left > 0; $left--) {
            $name = $random->one($names);
            $token = bin2hex($random->bytes(16));
            $verb = $random->weighted([
                'lock' => 8, 'unlock' => 3, 'expire' => 2, 'adopt' => 2, 'synchronized' => 1, 'isLocked' => 1, 'isLocking' => 1, 'owner' => 1, 'remaining' => 1,
                'list' => 1, 'forceUnlock' => 1, 'unlockAll' => 1,
            ]);
            $story .= "\n$verb $name";
            $wait = $verb === 'synchronized' || $random->below(3) === 0 ? 0.1 : 0;
            $held = $lock->token($name);
            $result = $call(static fn (): mixed => match ($verb) {
                'lock' => $lock->lock($name, $wait, $random->one([60, 60, null])),
                'unlock' => $lock->unlock($name),
                'expire' => $lock->expire($name, 90),
                'isLocked' => $lock->isLocked($name),
                'isLocking' => $lock->isLocking($name),
                'owner' => $lock->owner($name),
                'remaining' => $lock->remaining($name),
                'list' => $lock->list(limit: 5),
                'forceUnlock' => $lock->forceUnlock($name),
                'unlockAll' => $lock->unlockAll(),
                'adopt' => $lock->adopt($name, $token),
                'synchronized' => $lock->synchronized($name, static fn (): int => 7, $wait, 60),
            }, $deadline + $wait);
            // Nobody grants by a lie, so a grant is one of the server that tells the truth.
            if ($result === true && in_array($verb, ['lock', 'expire', 'adopt'], true)) {
                Check::same($lock->token($name), $owner($name), "$verb is true: the owner");
            }
            if ($result === true && $verb === 'unlock' && $held !== null) {
                Check::true($owner($name) !== $held, 'unlock is true: it is released');
            }
        }
        $story .= "\nthe end of the object";
        $call(static function () use (&$lock): void {
            $lock = null;
        }, $deadline);
    } catch (\Throwable $e) {
        throw new Failure("LIES=$seed:$number, $kind:\n$story\n" . $e::class . ': ' . $e->getMessage());
    }
};

$memory = $figure('VmHWM');
$open = $descriptors();
$end = hrtime(true) + SECONDS * 1_000_000_000;
for ($number = 0; $only === '' && $number < MOST && ($number < LEAST || hrtime(true) < $end); $number++) {
    $play($number);
}
$only === '' || $play((int) $only);
Check::between(0, 256 * 1024, $figure('VmHWM') - $memory, "seed $seed: kB more at the peak");
Check::between(-1000, 100, $descriptors() - $open, "seed $seed: descriptors more");
echo 'done';
?>
--EXPECT--
done
