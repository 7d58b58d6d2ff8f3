--TEST--
Warnings: of all forms of a call only those are warned about after which the lock is certainly free, with and without opcache and JIT
--FILE--
<?php
/** Forms that are warned about: the object ends with them. */
const WARNED = [
    'new' => '(new RedisMutexLock(URL))->lock($name);',
    'new in a condition' => 'if ((new RedisMutexLock(URL))->lock($name)) { $x = 1; }',
    'new in an assignment' => '$x = (new RedisMutexLock(URL))->lock($name);',
    'new as an argument' => 'strval((new RedisMutexLock(URL))->lock($name));',
    'a wait' => '(new RedisMutexLock(URL))->lock($name, 5);',
    'a renewed lock' => '(new RedisMutexLock(URL))->lock($name, 0, null);',
    'a subclass' => '(new Locks(URL))->lock($name);',
    'an anonymous class' => '(new class(URL) extends RedisMutexLock {})->lock($name);',
    'nullsafe' => '(new RedisMutexLock(URL))?->lock($name);',
    'named arguments' => '(new RedisMutexLock(URL))->lock(expire: 60, name: $name);',
    'unpacked arguments' => '(new RedisMutexLock(URL))->lock(...[$name, 0, 60]);',
    'unpacked named arguments' => '(new RedisMutexLock(URL))->lock(...["expire" => 60, "name" => $name]);',
    'a method by its name' => '$method = "lock"; (new RedisMutexLock(URL))->$method($name);',
    'a class by its name' => '$class = "RedisMutexLock"; (new $class(URL))->lock($name);',
    'the result of a function' => 'made()->lock($name);',
    'the result of a function by reference' => 'made_by_reference()->lock($name);',
    'a static factory' => 'Holder::made()->lock($name);',
    'the end of a chain of methods' => '(new Holder())->itself()->inner()->lock($name);',
    'the result of a closure' => '(fn () => new RedisMutexLock(URL))()->lock($name);',
    'the bound object of a closure' => '(function () { return $this; })->call(new Locks(URL))->lock($name);',
    'an element of a temporary list' => '[new RedisMutexLock(URL)][0]->lock($name);',
    'an element of a temporary array' => '["a" => made(), "b" => 1]["a"]->lock($name);',
    'the last element, taken out' => '$list = [made()]; array_pop($list)->lock($name);',
    'the current element of a temporary array' => 'current([made()])->lock($name);',
    'a property of a temporary object' => '(new Holder())->lock->lock($name);',
    'a property of a temporary stdClass' => '((object) ["lock" => made()])->lock->lock($name);',
    'a property that __get makes' => '$holder = new Holder(); $holder->magic->lock($name);',
    '??' => '($none ?? new RedisMutexLock(URL))->lock($name);',
    '?:' => '(strlen($name) > 999 ? null : made())->lock($name);',
    'match' => '(match (true) { default => made() })->lock($name);',
    'an array as a callable' => '[new RedisMutexLock(URL), "lock"]($name);',
    'call_user_func' => 'call_user_func([new RedisMutexLock(URL), "lock"], $name);',
    'call_user_func_array' => 'call_user_func_array([new RedisMutexLock(URL), "lock"], [$name]);',
    'in a closure' => '(fn () => (new RedisMutexLock(URL))->lock($name))();',
    'in a generator' => 'foreach ((function () use ($name) { yield (new RedisMutexLock(URL))->lock($name); })() as $x) {}',
    'in a fiber' => '(new Fiber(fn () => (new RedisMutexLock(URL))->lock($name)))->start();',
    'in eval' => 'eval("(new RedisMutexLock(URL))->lock(\$name);");',
    'adopt' => '(new RedisMutexLock(URL))->adopt($name, detached($name));',
    'adopt of a made object' => 'made()->adopt($name, detached($name), 60);',
];
/** Forms after which the object lives on. A warning would be false. */
const HELD = [
    'a variable' => '$lock = new RedisMutexLock(URL); $lock->lock($name);',
    'a variable that nothing uses again' => '$lock = made(); $x = $lock->lock($name);',
    'an assignment in the call' => '($lock = new RedisMutexLock(URL))->lock($name);',
    '??=' => '$lock = null; ($lock ??= made())->lock($name);',
    'a reference' => '$other = made(); $lock = &$other; $lock->lock($name);',
    'a list of variables' => '[$lock, $x] = [made(), 1]; $lock->lock($name);',
    'an element of an array' => '$locks = ["a" => made()]; $locks["a"]->lock($name);',
    'an ArrayObject' => '$locks = new ArrayObject([made()]); $locks[0]->lock($name);',
    'a loop' => 'foreach ([made()] as $lock) { $lock->lock($name); }',
    'a property' => '$holder = new Holder(); $holder->lock->lock($name);',
    'a property of an object in a variable, by a method' => '$holder = new Holder(); $holder->inner()->lock($name);',
    'a static property' => 'Holder::$kept = made(); Holder::$kept->lock($name);',
    'a static factory that keeps' => 'Holder::kept()->lock($name);',
    'a function that keeps' => 'kept(made())->lock($name);',
    'a static variable' => 'in_static_variable()->lock($name);',
    'a global variable' => '$GLOBALS["global"] = made(); $GLOBALS["global"]->lock($name);',
    'a subclass that registers itself' => '(new Registered(URL))->lock($name);',
    'a subclass whose onLost refers to it' => '(new Watching(URL))->lock($name);',
    'a subclass whose destructor keeps it' => '(new Resurrected(URL))->lock($name);',
    'a constructor that locks' => '$lock = new Locking(URL, fn (Locking $it) => $it->take($name));',
    'a constructor that locks by the parent' => '$lock = new Locking(URL, fn (Locking $it) => $it->takeByParent($name));',
    'a constructor that locks by a callable' => '$lock = new Locking(URL, fn (Locking $it) => $it->takeByArray($name));',
    'a method that returns its object' => '$lock = (new Locks(URL))->taking($name);',
    'a method of an object in a variable' => '$lock = new Locks(URL); $lock->take($name);',
    'a weak reference to a variable' => '$lock = made(); WeakReference::create($lock)->get()->lock($name);',
    'a captured variable' => '$lock = made(); (fn () => $lock->lock($name))();',
    'a bound object in a variable' => '$f = Closure::bind(function ($name) { return $this->lock($name); }, made()); $f($name);',
    'a callable of a variable' => '$lock = made(); [$lock, "lock"]($name);',
    'a callable in a variable' => '$f = [made(), "lock"]; $f($name);',
    'a first class callable in a variable' => '$f = made()->lock(...); $f($name);',
    'call_user_func of a variable' => '$lock = made(); call_user_func([$lock, "lock"], $name);',
    'array_map of a variable' => '$lock = made(); array_map([$lock, "lock"], [$name]);',
    'a method by reflection' => '$lock = made(); (new ReflectionMethod("RedisMutexLock", "lock"))->invoke($lock, $name);',
    'a generator that goes on' => '$g = (function () use ($name) { $lock = made(); yield $lock->lock($name); })(); $g->current();',
    'a fiber that goes on' => '$f = new Fiber(function () use ($name) { $lock = made(); Fiber::suspend($lock->lock($name)); }); $f->start();',
    'an argument' => '$take = fn ($lock) => [$lock, $lock->lock($name)]; $x = $take(made());',
    'adopt' => '$lock = made(); $lock->adopt($name, detached($name));',
    'without auto_release' => '(new RedisMutexLock(URL . "?auto_release=0"))->lock($name);',
    'adopt without auto_release' => '(new RedisMutexLock(URL . "?auto_release=0"))->adopt($name, detached($name));',
];
/** Forms after which the lock is free, and which no warning is raised for, because the call itself does not show it. */
const UNSEEN = [
    '$this of a temporary object' => '(new Locks(URL))->take($name);',
    'the parent of a temporary object' => '(new Locks(URL))->takeByParent($name);',
    'a callable of $this' => '(new Locks(URL))->takeByArray($name);',
    'a method of its own' => '(new Overriding(URL))->lock($name);',
    'a class with a destructor' => '(new Ending(URL))->lock($name);',
    'a first class callable' => '(new RedisMutexLock(URL))->lock(...)($name);',
    'Closure::fromCallable' => 'Closure::fromCallable([made(), "lock"])($name);',
    'array_map' => 'array_map([new RedisMutexLock(URL), "lock"], [$name]);',
    'reflection' => '(new ReflectionMethod("RedisMutexLock", "lock"))->invoke(new RedisMutexLock(URL), $name);',
    'call_user_func by its name' => '$f = "call_user_func"; $f([made(), "lock"], $name);',
    'a bound closure' => 'Closure::bind(function ($name) { return $this->lock($name); }, made())($name);',
    'synchronized' => '(new RedisMutexLock(URL))->synchronized($name, fn () => null);',
];

$code = <<<'PHP'
    define('URL', $argv[1]);
    class Locks extends RedisMutexLock
    {
        public function take(string $name): bool { return $this->lock($name); }
        public function takeByParent(string $name): bool { return parent::lock($name); }
        public function takeByArray(string $name): bool { return [$this, 'lock']($name); }
        public function taking(string $name): static { $this->lock($name); return $this; }
    }
    class Overriding extends RedisMutexLock
    {
        public function lock(string $name, int|float|null $timeout = 0, int|float|null $expire = 20, int $sleep = 100000, ?string $token = null): bool
        {
            return parent::lock($name, $timeout, $expire, $sleep, $token);
        }
    }
    class Registered extends RedisMutexLock
    {
        public function __construct(string $url) { parent::__construct($url); $GLOBALS['keeps'][] = $this; }
    }
    class Watching extends RedisMutexLock
    {
        public function __construct(string $url) { parent::__construct($url); $this->onLost(fn () => $this->held()); }
    }
    class Locking extends Locks
    {
        public function __construct(string $url, Closure $then) { parent::__construct($url); $then($this); }
    }
    class Ending extends RedisMutexLock
    {
        public function __destruct() { $GLOBALS['ended'] = true; }
    }
    class Resurrected extends RedisMutexLock
    {
        public function __destruct() { $GLOBALS['keeps'][] = $this; }
    }
    class Holder
    {
        public static ?RedisMutexLock $kept = null;
        public RedisMutexLock $lock;
        public function __construct() { $this->lock = new RedisMutexLock(URL); }
        public static function made(): RedisMutexLock { return new RedisMutexLock(URL); }
        public static function kept(): RedisMutexLock { return self::$kept ??= self::made(); }
        public function itself(): static { return $this; }
        public function inner(): RedisMutexLock { return $this->lock; }
        public function __get(string $name): RedisMutexLock { return self::made(); }
    }
    function made(): RedisMutexLock { return new RedisMutexLock(URL); }
    function &made_by_reference(): RedisMutexLock { $lock = new RedisMutexLock(URL); return $lock; }
    function kept(RedisMutexLock $lock): RedisMutexLock { $GLOBALS['keeps'][] = $lock; return $lock; }
    function in_static_variable(): RedisMutexLock
    {
        static $lock;
        return $lock = made();
    }
    function detached(string $name): string
    {
        $lock = made();
        $lock->lock($name);
        return $lock->detach($name);
    }
    set_error_handler(function (int $level, string $message) use (&$warnings): bool {
        $warnings[] = [$level, $message];
        return true;
    });
    $observer = new RedisMutexLock(URL);
    // What was seen, and afterwards nothing is left of the form.
    $seen = [];
    $look = function (string $form, string $name) use (&$warnings, &$seen, $observer): void {
        $seen[$form][] = [count($warnings), $observer->isLocked($name)];
        foreach ($warnings as [$level, $message]) {
            $level === E_WARNING && str_contains($message, 'The object ends with this expression') || throw new Exception("$form: $message");
        }
        $warnings = [];
    };
    $forget = function (string $name) use ($observer): void {
        [$GLOBALS['keeps'], $GLOBALS['global'], Holder::$kept] = [[], null, null];
        gc_collect_cycles();
        $observer->forceUnlock($name);
    };
    [$warnings, $keeps, $global] = [[], [], null];
    PHP;
$forms = [];
foreach (['warned' => WARNED, 'held' => HELD, 'unseen' => UNSEEN] as $kind => $all) {
    foreach ($all as $form => $statement) {
        $forms["$kind: $form"] = $statement;
        $function = 'form_' . count($forms);
        $code .= "\nfunction $function(string \$name, Closure \$look): void\n{\n    $statement\n    \$look(" . var_export("$kind: $form", true) . ", \$name);\n}\n"
            . "for (\$i = 0; \$i < 12; \$i++) { $function(\"{\$argv[2]}-$function\", \$look); \$forget(\"{\$argv[2]}-$function\"); }\n";
    }
}
$code .= <<<'PHP'
    $status = function_exists('opcache_get_status') ? opcache_get_status(false) : false;
    $jit = $status['jit'] ?? [];
    say(json_encode([
        'opcache' => $status !== false && opcache_is_script_cached(__FILE__),
        'jit' => ($jit['on'] ?? false) && $jit['buffer_free'] < $jit['buffer_size'] - 65536,
        'seen' => $seen,
    ]));
    PHP;

$opcache = [
    // Since PHP 8.5 it is a part of PHP.
    ...PHP_VERSION_ID < 80500 ? ['zend_extension' => 'opcache'] : [],
    'opcache.enable_cli' => 1,
    'opcache.file_update_protection' => 0,
    'opcache.jit' => 'disable',
];
$hot = ['opcache.jit_buffer_size' => '32M', 'opcache.jit_hot_func' => 2, 'opcache.jit_hot_loop' => 2, 'opcache.jit_hot_return' => 1,
    'opcache.jit_hot_side_exit' => 1];
$engines = [
    'PHP alone' => [[], false, false],
    'opcache' => [$opcache, true, false],
    'JIT of functions' => [['opcache.jit' => '1205'] + $hot + $opcache, true, true],
    'JIT of traces' => [['opcache.jit' => 'tracing'] + $hot + $opcache, true, true],
];
Together::each($engines, function (array $engine, string $what) use ($code, $forms): void {
    [$ini, $opcache, $jit] = $engine;
    $worker = Worker::run($code, [RedisServer::shared()->url(), Check::unique('form')], ini: $ini);
    $said = json_decode($worker->line(60), true);
    $worker->finish();
    Check::same([$opcache, $jit], [$said['opcache'], $said['jit']], "$what: opcache, JIT");
    $expected = ['warned' => [1, false], 'held' => [0, true], 'unseen' => [0, false]];
    $wrong = [];
    foreach ($forms as $form => $unused) {
        $kind = strtok($form, ':');
        foreach ($said['seen'][$form] as $round => $seen) {
            if ($seen !== $expected[$kind]) {
                $wrong[$form] ??= "round $round: warnings, held: " . json_encode($seen);
            }
        }
        Check::same(12, count($said['seen'][$form]), "$what: rounds of $form");
    }
    Check::same([], $wrong, $what);
});
echo count($forms), " forms\n";
?>
--EXPECTF--
%d forms
