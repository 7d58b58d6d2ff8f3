--TEST--
Undefined properties, and those of a subclass, behave as PHP's own, also if their names are not UTF-8
--FILE--
<?php
/** Tells which magic method PHP called, and for which name. */
trait Magic
{
    public array $asked = [];

    public function __get(string $name): mixed
    {
        $this->asked[] = ['get', $name];

        return 7;
    }

    public function __set(string $name, mixed $value): void
    {
        $this->asked[] = ['set', $name, $value];
    }

    public function __isset(string $name): bool
    {
        $this->asked[] = ['isset', $name];

        return $name !== 'never';
    }

    public function __unset(string $name): void
    {
        $this->asked[] = ['unset', $name];
    }
}
trait Declared
{
    public int $number = 3;
    public ?string $text = null;
    public readonly array $once;
    protected string $hidden = 'hidden';
    private string $secret = 'secret';
}
// Each pair of classes has the same body. The first one extends RedisMutexLock, the second one extends nothing.
// A name in PHP code may have any byte above 127.
foreach (['Loose' => '', 'Asked' => 'use Magic;', 'Typed' => "use Declared; public int \$\xff = 3;"] as $class => $body) {
    eval("class $class extends RedisMutexLock { $body } class Plain$class { $body }");
}

/** The value, the exception and the warnings of an operation. */
function outcome(object $object, callable $call): array
{
    $warnings = [];
    set_error_handler(function (int $level, string $message) use (&$warnings): bool {
        $warnings[] = [$level, $message];

        return true;
    });
    try {
        $result = $call();
    } catch (Throwable $error) {
        $result = [$error::class, $error->getMessage()];
    } finally {
        restore_error_handler();
    }

    return [$result, $warnings, $object->asked ?? null];
}

$names = ['x', "\xff", "a\xffb", "\xc3", '0', '-1', '', ' ', "a\0b", "\0a", 'never', 'number', 'text', 'once', 'hidden', 'secret', 'größe'];
$operations = [
    'read' => fn (object $o, string $name) => $o->{$name},
    'isset' => fn (object $o, string $name) => isset($o->{$name}),
    'empty' => fn (object $o, string $name) => empty($o->{$name}),
    '??' => fn (object $o, string $name) => $o->{$name} ?? 'default',
    'isset below' => fn (object $o, string $name) => isset($o->{$name}['a']['b']),
    'unset' => function (object $o, string $name): void {
        unset($o->{$name});
    },
    'write' => fn (object $o, string $name) => $o->{$name} = 5,
    'read again' => fn (object $o, string $name) => $o->{$name},
    'write another type' => fn (object $o, string $name) => $o->{$name} = 'five',
    'isset again' => fn (object $o, string $name) => isset($o->{$name}),
    'append' => fn (object $o, string $name) => $o->{$name}[] = 1,
    'increment' => fn (object $o, string $name) => $o->{$name}++,
    'concatenate' => fn (object $o, string $name) => $o->{$name} .= 'x',
    'reference' => function (object $o, string $name): mixed {
        $reference = &$o->{$name};

        return $reference;
    },
    'property_exists' => fn (object $o, string $name) => property_exists($o, $name),
    'all of them' => fn (object $o) => get_object_vars($o),
    'JSON' => fn (object $o) => [json_encode($o), json_last_error()],
    'foreach' => function (object $o): array {
        $all = [];
        foreach ($o as $name => $value) {
            $all[] = [$name, $value];
        }

        return $all;
    },
    'unset again' => function (object $o, string $name): void {
        unset($o->{$name});
    },
    'the rest' => fn (object $o) => get_object_vars($o),
];

foreach (['Loose', 'Asked', 'Typed'] as $class) {
    // An object whose constructor has not run has properties as well.
    foreach ([true, false] as $constructed) {
        foreach ($names as $name) {
            $plain = new ("Plain$class")();
            $ours = $constructed ? new $class('redis://127.0.0.1:1') : (new ReflectionClass($class))->newInstanceWithoutConstructor();
            foreach ($operations as $what => $operation) {
                $expected = outcome($plain, fn () => $operation($plain, $name));
                array_walk_recursive($expected, function (mixed &$value): void {
                    $value = is_string($value) ? str_replace('Plain', '', $value) : $value;
                });
                $case = "$class, " . ($constructed ? '' : 'no constructor, ') . "$what, name " . bin2hex($name);
                Check::same($expected, outcome($ours, fn () => $operation($ours, $name)), $case);
            }
        }
    }
}

// The class itself takes no properties.
foreach ([new RedisMutexLock('redis://127.0.0.1:1'), (new ReflectionClass(RedisMutexLock::class))->newInstanceWithoutConstructor()] as $lock) {
    foreach (['x', "\xff", "a\xffb", '0', ''] as $name) {
        $unknown = [null, [[E_WARNING, "Undefined property: RedisMutexLock::\$$name"]], null];
        $refused = [[Error::class, "Cannot create dynamic property RedisMutexLock::\$$name"], [], null];
        foreach ([
            'read' => $unknown, 'isset' => [false, [], null], 'empty' => [true, [], null], '??' => ['default', [], null],
            'isset below' => [false, [], null], 'unset' => [null, [], null], 'write' => $refused, 'append' => $refused,
            'increment' => $refused, 'reference' => $refused, 'read again' => $unknown, 'all of them' => [[], [], null],
        ] as $what => $expected) {
            Check::same($expected, outcome($lock, fn () => $operations[$what]($lock, $name)), "$what, name " . bin2hex($name));
        }
    }
}

echo 'done';
?>
--EXPECT--
done
