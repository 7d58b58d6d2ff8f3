<?php
/*
 * Judges what a call answers. It may return the type that reflection declares. It may throw a documented exception, an
 * error that PHP gives for any class, or what the fuzzer itself threw. Everything else is reported. Used by FuzzCalls,
 * FuzzFibers and FuzzPool.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzRules
{
    /** Errors whose message is one line of text. */
    private const OURS = '/^(RedisMutexLock\w*Exception|ValueError)$/D';
    private const LONGEST = 700;
    private const LOCK = '(RedisMutexLock|Tests\\\\Fuzz(Sub|Unborn))';

    private const UNAVAILABLE = [
        '/^Redis at ([^ ]+, database \d+( \(a (sentinel|node of the Cluster)\))?|the master of ".*"|the Cluster of .+) '
            . '(cannot be reached|was reached and does not answer|gave no usable answer|refused the command|was not asked'
            . '|executed the command, but .+(?=: connect the replicas)): .+$/D',
        '/^No majority of \d+ Redis servers: \d+ (granted|answered|searched)(; .+)*$/D',
    ];
    /** Errors of a short lease or of a slow client: the server did nothing wrong. */
    private const LATE = '/: (the grant took longer than its lease of \d+ ms(; tried for .*)?|the time was over .*)$/D';

    private const ERRORS = [
        \ArgumentCountError::class => [
            '/^RedisMutexLock::\w+\(\) expects (exactly|at least|at most) \d arguments?, \d+ given$/D',
            '/^(RedisMutexLock::\w+|Closure::__invoke)\(\): Argument #\d \(\$\w+\) not passed$/D',
            '/^(max|time)\(\) expects (exactly|at least) \d arguments?, \d given$/D',
            '/^Too few arguments to function Tests\\\\FuzzSub::isLocked\(\), 0 passed (in .*)?and exactly 1 expected$/D',
        ],
        \TypeError::class => [
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$\w+\) must be of type [a-z|?]+, [\w\\\\]+(@anonymous)? given$/D',
            '/^RedisMutexLock::\w+\(\): Argument #1 \(\$names\) must have names of type string, \S+ given at position \d+$/sD',
            '/^RedisMutexLock::expire\(\): Argument #2 \(\$expire\) must be of type int\|float, null given; for a renewed .+$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$(callback|wait)\) must be a valid callback( or null)?, .+$/sD',
            // A property of a child class has any value that the fuzzer once wrote into it.
            '/^Cannot increment [\w\\\\]+(@anonymous)?$/D',
            '/^Tests\\\\FuzzSub::isLocked\(\): Argument #1 \(\$name\) must be of type string, .+ given(, called in .+)?$/D',
        ],
        \ValueError::class => [
            '/^RedisMutexLock::\w+\(\): Argument #1 \(\$names\) must have (from 1 to 1000 names, (0|more than 1000)|names of 1 to 4096 bytes, \d+) given'
                . '( at position \d+)?$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$(name|token)\) must be from 1 to 4096 bytes long, \d+ given$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$timeout\) must be a finite number of seconds from 0 up, '
                . 'or null to wait without limit, \S+ given$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$expire\) must be from 0\.01 to 31536000 seconds, \S+ given$/D',
            '/^RedisMutexLock::expire\(\): Argument #2 \(\$expire\) must be from 0\.01 to 31536000 seconds, null given; '
                . 'for a renewed .+$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$sleep\) must be at least 1 microsecond, -?\d+ given$/D',
            '/^RedisMutexLock::\w+\(\): Argument #\d \(\$(limit|pattern|token)\) must .+$/D',
            '/^RedisMutexLock::__construct\(\): Argument #1 \(\$config\) .+$/D',
        ],
        \Error::class => [
            '/^RedisMutexLock::__construct\(\) has (not been called|been called already)$/D',
            '/^Unknown named parameter \$.*$/sD',
            '/^Named parameter \$\w+ overwrites previous argument$/D',
            '/^Non-static method RedisMutexLock::\w+\(\) cannot be called statically$/D',
            '/^Trying to clone an uncloneable object of class ' . self::LOCK . '$/D',
            '/^Cannot create dynamic property ' . self::LOCK . '::\$.*$/sD',
            '/^Cannot access (private|protected) property ' . self::LOCK . '::\$onLost$/D',
            '/^Cannot access property starting with "\\\\0"$/D',
            '/^Object of class ' . self::LOCK . ' could not be converted to string$/D',
            '/^Cannot use (object of type [\w\\\\]+|a scalar value) as( an)? array$/D',
            '/^Object of type ' . self::LOCK . ' is not callable$/D',
            '/^\[\] operator not supported for strings$/D',
            '/^Cannot append to WeakMap$/D',
        ],
        \Exception::class => [
            "/^(Uns|S)erialization of '" . self::LOCK . "' is not allowed$/D",
        ],
        \InvalidArgumentException::class => [
            '/^Overloaded object of type ' . self::LOCK . ' is not compatible with ArrayObject$/D',
        ],
        \FiberError::class => [
            '/^Cannot (switch fibers in current execution context|resume a fiber that is not suspended)$/D',
        ],
        \RedisMutexLockException::class => [
            '/^RedisMutexLock::(lock|synchronized)(All|Shared)?\(\): another object of this process holds ".*"(…)? and renews it; '
                . 'a wait without limit \(\$timeout is null\) would never end; give a timeout$/D',
            '/^RedisMutexLock::forceUnlock\(\): ".*"(…)? is held by something that is not a string and has no owner '
                . 'token; delete the key ".*"(…)? by hand$/D',
            '/^RedisMutexLock::adopt\(\): .+$/D',
            '/^RedisMutexLock::(lock|synchronized)Shared\(\): .+: independent servers cannot count shares$/D',
            '/^RedisMutexLock::lock\(\): a signal handler forked during the wait for ".*"(…)?, .+$/D',
        ],
        \RedisMutexLockTimeoutException::class => [
            '/^RedisMutexLock::synchronized(?:All|Shared)?\(\): this object already holds ".*"(…)? or waits for it; '
                . 'a lock is not reentrant$/D',
            '/^RedisMutexLock::synchronized(?:All|Shared)?\(\): ".*"(…)? is held by another owner and was not free within (?:1 second|\S+ seconds)(?:; held by .+; its lease .+)?$/D',
        ],
        \RedisMutexLockLostException::class => [
            '/^RedisMutexLock::synchronized(?:All|Shared)?\(\): the lock ".*"(…)? was lost while the callback ran$/D',
        ],
    ];

    /** What a call of the parent throws in a forked child, where a fiber goes on that was suspended in it. */
    private const FORKED = '/^RedisMutexLock: the process forked during the call; only its parent goes on with it$/D';

    /** @var \WeakMap<\Throwable, true> */
    private \WeakMap $known;
    /** @var \WeakMap<\RedisMutexLock, true> objects whose constructor has succeeded */
    private \WeakMap $born;

    public function __construct(private readonly FuzzWorld $world)
    {
        $this->known = new \WeakMap();
        $this->born = new \WeakMap();
    }

    /** @param array<array-key, mixed> $arguments */
    public function returned(\ReflectionMethod $method, array $arguments, mixed $result): void
    {
        $name = $method->getName();
        $type = (string) $method->getReturnType();
        $types = explode('|', str_replace('?', 'null|', $type === '' || $type === 'void' ? 'null' : $type));
        if (!in_array('mixed', $types, true) && !in_array(get_debug_type($result), $types, true)) {
            $this->wrong($name, 'returned ' . FuzzReport::show($result) . " instead of $type");
        }
        str_starts_with($name, 'synchronized') && $this->gave($name, $arguments, $result);
        $name === 'list' && $this->listed($arguments, $result);
        if (is_string($result) && in_array($name, ['token', 'detach', 'generateToken'], true)) {
            preg_match('/^(share\d*:)?[0-9a-f]{32}$/D', $result) === 1 || $this->wrong($name, 'returned ' . FuzzReport::show($result));
            $of = $arguments['name'] ?? $arguments[0] ?? null;
            is_string($of) && !FuzzNames::isFirm($of) && $this->world->values->owns($of, $result);
        }
    }

    /**
     * list() must return rows of one shape, in the order of their names, and no more than the limit.
     *
     * @param array<array-key, mixed> $arguments
     */
    private function listed(array $arguments, mixed $result): void
    {
        $limit = $arguments['limit'] ?? $arguments[1] ?? 1_000;
        if (!is_array($result) || !array_is_list($result) || (is_int($limit) && count($result) > $limit)) {
            $this->wrong('list', 'is no list, or too long');

            return;
        }
        $last = '';
        foreach ($result as $row) {
            $types = array_map(get_debug_type(...), (array) $row);
            $isEndless = ($types['remaining'] ?? '') === 'null';
            $isOurs = ($types['pid'] ?? '') !== 'null';
            $shape = [
                'name' => 'string',
                'remaining' => $isEndless ? 'null' : 'float',
                'waiters' => 'int',
                'oldest' => ($types['oldest'] ?? '') === 'null' ? 'null' : 'float',
                'shares' => 'int',
                'owner' => 'string',
                'host' => $isOurs ? 'string' : 'null',
                'pid' => $isOurs ? 'int' : 'null',
                'mine' => 'bool',
            ];
            $least = min($row['waiters'], $row['remaining'] ?? 0, $row['oldest'] ?? 0);
            if ($types !== $shape || strcmp($last, $row['name']) >= 0 || $least < 0) {
                $this->wrong('list', 'has the row ' . FuzzReport::show($row));

                return;
            }
            $last = $row['name'];
        }
    }

    /**
     * synchronized() must return what its callback returned, if the callback is one of ours.
     *
     * @param array<array-key, mixed> $arguments
     */
    public function gave(string $method, array $arguments, mixed $result): void
    {
        $callback = $arguments['callback'] ?? $arguments[1] ?? null;
        if ($callback instanceof FuzzHostile && $callback->gave !== $result) {
            $gave = FuzzReport::show($callback->gave);
            $this->wrong($method, 'gave ' . FuzzReport::show($result) . ", its callback $gave");
        }
    }

    /** Notes that a constructor has succeeded. */
    public function born(?\RedisMutexLock $lock): void
    {
        if ($lock !== null) {
            isset($this->born[$lock]) && $this->wrong('__construct', 'worked twice for one object');
            $this->born[$lock] = true;
        }
    }

    /** @param ?string $kind of the object, see FuzzPool */
    public function thrown(string $what, ?string $kind, \Throwable $thrown): void
    {
        // An exception that passed through a callback has been judged already.
        if ($thrown instanceof FuzzThrow || isset($this->known[$thrown])) {
            return;
        }
        $this->known[$thrown] = true;
        $message = $thrown->getMessage();
        $patterns = $thrown instanceof \RedisMutexLockUnavailableException
            ? $this->unavailable($kind) : self::ERRORS[$thrown::class] ?? [];
        if ($thrown::class === \RedisMutexLockException::class && $this->world->report->isForked()) {
            $patterns[] = self::FORKED;
        }
        foreach ($patterns as $pattern) {
            if (preg_match($pattern, $message) === 1) {
                $this->judge($what, $thrown);

                return;
            }
        }
        $place = basename($thrown->getFile()) . ':' . $thrown->getLine();
        $this->wrong($what, 'threw ' . $thrown::class . ": $message ($place)");
    }

    /** @return list<string> */
    private function unavailable(?string $kind): array
    {
        return FuzzPool::isTroubled($kind) ? self::UNAVAILABLE : [self::LATE];
    }

    /** Checks that the message of an exception can be printed. */
    private function judge(string $what, \Throwable $thrown): void
    {
        $message = $thrown->getMessage();
        if (str_contains($message, FuzzWorld::SECRET)) {
            $this->wrong($what, "tells a password: $message");
        }
        foreach (PHP_VERSION_ID >= 80200 ? $thrown->getTrace() : [] as $frame) {
            $isConstructor = [$frame['class'] ?? '', $frame['function']] === [\RedisMutexLock::class, '__construct'];
            $config = $frame['args'][0] ?? null;
            if ($isConstructor && !is_object($config) && str_contains(print_r($config, true), FuzzWorld::SECRET)) {
                $this->wrong($what, 'tells a password in its trace');
            }
        }
        if (preg_match(self::OURS, $thrown::class) !== 1) {
            return;
        }
        if (preg_match('/^[^\p{Cc}]*$/uD', $message) !== 1 || strlen($message) > self::LONGEST) {
            $this->wrong($what, "has a message that is not one line of text: $message");
        }
    }

    private function wrong(string $what, string $problem): void
    {
        $this->world->report->wrong("$what $problem");
    }
}
