--TEST--
PHP shows, compares, converts and iterates an object as any other one, and shows no secret
--FILE--
<?php
class Sub extends RedisMutexLock
{
    public array $list = [1, 2];
    public mixed $self = null;
}
class Unborn extends RedisMutexLock
{
    public function __construct()
    {
    }
}
$server = RedisServer::start(['requirepass' => 'hunter2-secret']);
$config = ['url' => $server->url(), 'lock_prefix' => 'visible:'];
$name = 'name-of-the-lock';
$sub = new Sub($config);
$sub->self = $sub;
$reported = new RedisMutexLock($config);
$reported->onLost(function (): void {
});
$objects = [
    'an object' => new RedisMutexLock($config),
    'with a callback' => $reported,
    'of a subclass' => $sub,
    'not constructed' => new Unborn(),
    'made by reflection' => (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor(),
];

/** Everything that is printed and returned. */
$shown = function (callable $call): string {
    ob_start();
    try {
        $result = $call();
    } catch (Error $error) {
        $result = $error->getMessage();
    } finally {
        $printed = ob_get_clean();
    }

    return $printed . (is_string($result) ? $result : serialize($result));
};
$ways = [
    'var_dump' => fn (object $o) => var_dump($o),
    'print_r' => fn (object $o) => print_r($o, true),
    'var_export' => fn (object $o) => $o instanceof Sub ? '' : var_export($o, true),
    'debug_zval_dump' => fn (object $o) => debug_zval_dump($o),
    'JSON' => fn (object $o) => json_encode($o, JSON_PARTIAL_OUTPUT_ON_ERROR),
    'get_object_vars' => fn (object $o) => print_r(get_object_vars($o), true),
    'get_mangled_object_vars' => fn (object $o) => print_r(get_mangled_object_vars($o), true),
    '(array)' => fn (object $o) => print_r((array) $o, true),
    'foreach' => function (object $o): void {
        foreach ($o as $property => $value) {
            print_r([$property => $value]);
        }
    },
    'foreach by reference' => function (object $o): void {
        foreach ($o as $property => &$value) {
            print_r([$property => $value]);
        }
    },
    'reflection' => function (object $o): void {
        foreach ((new ReflectionObject($o))->getProperties() as $property) {
            print_r([$property->name => $property->getValue($o)]);
        }
    },
    'the class' => fn (object $o) => (string) new ReflectionObject($o),
    'as a string' => fn (object $o) => (string) $o,
    'as a number' => fn (object $o) => @(int) $o . @(float) $o,
    'as an operand' => fn (object $o) => @($o + 1),
    'as an array' => fn (object $o) => $o['x'],
    'isset as an array' => fn (object $o) => isset($o['x']),
    'called' => fn (object $o) => $o(),
    'counted' => fn (object $o) => count($o),
    'a call of an unknown method' => fn (object $o) => $o->{"\xff"}(),
    'serialised' => function (object $o): string {
        try {
            return serialize($o);
        } catch (Exception $exception) {
            return $exception->getMessage();
        }
    },
    'compared' => function (object $o) use ($objects): string {
        $results = '';
        foreach ([...$objects, new stdClass(), null, 1, 'x', []] as $other) {
            if (!$o instanceof Sub || $other !== $o) {
                $results .= (int) @($o == $other) . (int) @($o < $other) . @($o <=> $other) . (int) ($o === $other);
            }
        }

        return $results;
    },
    'sorted' => function (object $o): string {
        $list = [3, $o, new stdClass(), $o, 'x'];
        @sort($list);

        return (string) count($list);
    },
    'as a key' => function (object $o): string {
        $map = new WeakMap();
        $map[$o] = 1;
        $storage = new SplObjectStorage();
        $storage[$o] = 1;

        return count($map) . count($storage) . WeakReference::create($o)->get()::class;
    },
    'collected' => fn (object $o) => gc_collect_cycles(),
];
foreach ($objects as $kind => $lock) {
    $token = null;
    if ($kind !== 'not constructed' && $kind !== 'made by reflection') {
        Check::true($lock->lock($name, 0, 60), "$kind: lock");
        $token = $lock->token($name);
    }
    foreach ($ways as $way => $call) {
        $text = $shown(fn () => $call($lock));
        foreach (array_filter(['hunter2', 'visible', $name, $token, (string) $server->port]) as $secret) {
            Check::same(false, str_contains($text, $secret), "$kind, $way: $secret in $text");
        }
    }
    if ($token !== null) {
        Check::same([$token, true], [$lock->token($name), $lock->unlock($name)], "$kind: the lock is as it was");
    }
}

// Objects are equal if their declared properties are equal. An object is identical only to itself.
[$a, $b] = [new RedisMutexLock($config), new RedisMutexLock($config)];
Check::same([true, false, true], [$a == $b, $a === $b, $a == $a], 'two objects');
$a->onLost(fn () => 1);
Check::same([false, true], [$a == $b, $a == $a], 'one with a callback');
[$c, $d] = [new Sub($config), new Sub($config)];
Check::same([true, false], [$c == $d, $a == $c], 'of a subclass');
$c->list[] = 3;
Check::same([false, 1], [$c == $d, $c <=> $d], 'with other values');

echo 'done';
?>
--EXPECT--
done
