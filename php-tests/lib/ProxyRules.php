<?php
/*
 * Which rule a command meets. Used by Proxy, which checks rules before it sends them, and by
 * ProxyConnection, which obeys them.
 *
 * When a rule applies (all that is given must match):
 *   connection  its number, 1 for the first one accepted since the proxy started
 *   command     its number on its connection, 1 for the first; or its name: 'SET', 'EVAL*', 'CLIENT KILL'
 *   with        bytes that one of its words contains
 *   nth         only the n-th command that matches the rest, counted since the rule was added
 *   times       only the first n of them
 *   every       only each n-th of them
 *
 * What it does, `do`:
 *   pass        nothing; shields from the rules after it
 *   delay       holds the request back for `ms`; it is lost if the client leaves meanwhile
 *   pace        goes on no sooner than `us` microseconds after the one that was paced before it on its
 *               connection; what waits for that is lost if the client leaves meanwhile
 *   delayReply  executed at once, the reply held back for `ms`
 *   stall       never reaches the server; silence on this connection from here on
 *   swallow     executed, its reply dropped; silence on this connection from here on
 *   cutBefore   never reaches the server; the connection is closed
 *   cutAfter    executed, its reply dropped; the connection is closed
 *   reset       as cutBefore, with a reset; resetAfter: as cutAfter, with a reset
 *   halfReply   the first `bytes` of the reply, `then` 'cut' (default) or 'stall'
 *   drip        the reply in single bytes, `ms` apart
 *   garbage     executed, `bytes` instead of its reply
 *   answer      never reaches the server, `bytes` as its reply
 *   extra       the reply, followed by `bytes`; with `ms`, so much later and in a packet of their own
 *   ghost       the connection is closed (with `'stall' => true`: falls silent), and `ms` later the request
 *               reaches the server after all, over its old connection, unless the server has closed that
 *   refuse      closed as soon as it is accepted; only `connection`, `nth`, `times`, `every` select it
 */

declare(strict_types=1);

namespace Tests;

final class ProxyRules
{
    /** What each action needs besides the selection. */
    private const ACTIONS = [
        'pass' => [],
        'delay' => ['ms'],
        'pace' => ['us'],
        'delayReply' => ['ms'],
        'stall' => [],
        'swallow' => [],
        'cutBefore' => [],
        'cutAfter' => [],
        'reset' => [],
        'resetAfter' => [],
        'halfReply' => ['bytes'],
        'drip' => ['ms'],
        'garbage' => ['bytes'],
        'answer' => ['bytes'],
        'extra' => ['bytes'],
        'ghost' => ['ms'],
        'refuse' => [],
    ];
    private const SELECTION = ['connection', 'command', 'with', 'nth', 'times', 'every'];
    private const OPTIONAL = ['halfReply' => ['then'], 'extra' => ['ms'], 'ghost' => ['stall']];

    /** @var list<array<string, int|string|bool>> */
    private array $rules = [];
    /** @var list<int> how often each rule's selection has matched */
    private array $matches = [];

    /**
     * A rule with a slip of the pen would silently do nothing, and its test would prove nothing.
     *
     * @param array<string, int|string|bool> $rule
     */
    public static function check(array $rule): void
    {
        $action = $rule['do'] ?? '';
        $needed = self::ACTIONS[$action] ?? throw new \LogicException("no such action of the proxy: '$action'");
        $missing = array_diff($needed, array_keys($rule));
        $unknown = array_diff(
            array_keys($rule),
            ['do'],
            $needed,
            self::OPTIONAL[$action] ?? [],
            $action === 'refuse' ? array_diff(self::SELECTION, ['command', 'with']) : self::SELECTION,
        );
        if ($missing !== [] || $unknown !== []) {
            throw new \LogicException("rule '$action': missing [" . implode(', ', $missing)
                . '], unknown [' . implode(', ', $unknown) . ']');
        }
    }

    /** @param array<string, int|string|bool> $rule */
    public function add(array $rule): void
    {
        $this->rules[] = $rule;
        $this->matches[] = 0;
    }

    public function clear(): void
    {
        $this->rules = $this->matches = [];
    }

    /** Whether to close a connection that was just accepted. */
    public function refuses(int $connection): bool
    {
        return $this->first($connection, static fn (array $rule): bool => $rule['do'] === 'refuse') !== null;
    }

    /**
     * @param list<string> $words
     * @return array<string, int|string|bool> the rule for this command
     */
    public function for(int $connection, int $number, array $words): array
    {
        return $this->first(
            $connection,
            static fn (array $rule): bool => $rule['do'] !== 'refuse'
                && (!is_int($rule['command'] ?? null) || $rule['command'] === $number)
                && (!is_string($rule['command'] ?? null) || self::named($rule['command'], $words))
                && (!isset($rule['with']) || self::contains((string) $rule['with'], $words)),
        ) ?? ['do' => 'pass'];
    }

    /**
     * Whether a command has this name; `*` stands for anything, a second word for a subcommand.
     *
     * @param list<string> $words
     */
    public static function named(string $name, array $words): bool
    {
        $begin = implode(' ', array_slice($words, 0, substr_count($name, ' ') + 1));

        // fnmatch() takes no more than a path may have, and a script or a name may be the second word.
        return fnmatch(strtoupper($name), strtoupper(substr($begin, 0, 1000)));
    }

    private function first(int $connection, callable $selects): ?array
    {
        $first = null;
        foreach ($this->rules as $i => $rule) {
            if (($rule['connection'] ?? $connection) !== $connection || !$selects($rule)) {
                continue;
            }
            // Counted even when an earlier rule has won: a rule's n-th does not depend on its neighbours.
            $count = ++$this->matches[$i];
            if (
                ($rule['nth'] ?? $count) === $count
                && $count <= ($rule['times'] ?? $count)
                && $count % ($rule['every'] ?? 1) === 0
            ) {
                $first ??= $rule;
            }
        }

        return $first;
    }

    /** @param list<string> $words */
    private static function contains(string $bytes, array $words): bool
    {
        foreach ($words as $word) {
            if (str_contains($word, $bytes)) {
                return true;
            }
        }

        return false;
    }
}
