--TEST--
Arguments are converted, deprecated or refused as PHP's own functions do it
--FILE--
<?php

require __DIR__ . '/../lib/autoload.php';

use Tests\Check;
use Tests\RedisServer;

$server = RedisServer::shared();
$lock = new RedisMutexLock($server->url());

/** The result of a call: its warnings and deprecations, and its value or error, without the name of the function. */
$outcome = static function (callable $call): array {
    $said = [];
    set_error_handler(static function (int $level, string $message) use (&$said): bool {
        $said[] = $level . preg_replace(['/^\S+\(\):/', '/#\d+ \(\$\w+\) of type \S+/'], ['', '# of type'], $message);

        return true;
    });
    try {
        $call();
        $said[] = 'taken';
    } catch (TypeError $error) {
        $said[] = preg_replace('/^.* must be of type \S+, /', '', $error->getMessage());
    } catch (ValueError) {
        // An error of a range: the conversion has succeeded.
        $said[] = 'taken';
    } finally {
        restore_error_handler();
    }

    return $said;
};
$text = new class {
    public function __toString(): string
    {
        return Check::unique('stringable');
    }
};
$values = [
    'int' => 7, 'zero' => 0, 'negative' => -3, 'float' => 2.0, 'fraction' => 2.5, 'huge' => 1e300, 'NAN' => NAN, 'INF' => INF,
    'true' => true, 'false' => false, 'null' => null, 'numeric' => '6', 'float text' => '6.0', 'fraction text' => '6.5',
    'blanks' => " 6 ", 'exponent' => '1e1', 'text' => 'six', 'begins' => '6 pieces', 'empty text' => '', 'hex' => '0x1A',
    'array' => [], 'object' => new stdClass(), 'stringable' => $text, 'closure' => fn () => 1, 'resource' => STDOUT,
];
foreach ($values as $kind => $value) {
    // Each parameter stands beside a native function with a parameter of the same type.
    $n = Check::unique('coerce');
    $pairs = [
        'name' => [static fn () => strrev($value), static fn () => $lock->isLocked($value)],
        'expire of expire' => [static fn () => abs($value), static fn () => $lock->expire($n, $value)],
        'sleep' => [static fn () => dechex($value), static fn () => $lock->lock($n, 0, 5, $value)],
        'token' => [static fn () => strrev($value), static fn () => $lock->adopt($n, $value)],
    ];
    if ($value !== null) {
        // Where null has a meaning of its own, PHP does not convert it.
        $pairs['timeout'] = [static fn () => abs($value), static fn () => $lock->lock(Check::unique('t'), $value)];
        $pairs['expire'] = [static fn () => abs($value), static fn () => $lock->lock(Check::unique('e'), 0, $value)];
    }
    foreach ($pairs as $parameter => [$native, $ours]) {
        Check::same($outcome($native), $outcome($ours), "$kind as $parameter");
    }
}

echo 'done';
?>
--EXPECT--
done
