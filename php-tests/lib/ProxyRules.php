<?php
/*
 * Finds the rule for a command. Used by Proxy, which checks rules before it sends them, and by ProxyConnection, which
 * obeys them.
 *
 * When a rule applies (every given key must match):
 *   connection  the number of the connection; 1 is the first one since the start of the proxy
 *   command     the number of the command on its connection, from 1; or its name: 'SET', 'EVAL*', 'CLIENT KILL'
 *   with        bytes in one of the command's words
 *   nth         only the n-th command that matches the other keys, counted since the rule was added
 *   times       only the first n such commands
 *   every       only each n-th such command
 *
 * What it does, `do`:
 *   pass        nothing; the rules after this one are not tried
 *   delay       holds the request back for `ms`; the request is lost if the client leaves meanwhile
 *   pace        sends the request no sooner than `us` microseconds after the last paced request of this connection;
 *               waiting requests are lost if the client leaves meanwhile
 *   delayReply  the server executes it at once; the reply is held back for `ms`
 *   stall       never reaches the server; from here on the connection is silent
 *   swallow     the server executes it; the reply is dropped, and from here on the connection is silent
 *   cutBefore   never reaches the server; the connection is closed
 *   cutAfter    the server executes it; the reply is dropped and the connection is closed
 *   reset       as cutBefore, with a reset; resetAfter: as cutAfter, with a reset
 *   halfReply   only the first `bytes` of the reply; `then` is 'cut' (the default) or 'stall'
 *   drip        the reply byte by byte, one each `ms`
 *   garbage     the server executes it; the client gets `bytes` instead of the reply
 *   answer      never reaches the server; the client gets `bytes` as the reply
 *   extra       `bytes` follow the reply; with `ms` they follow that much later, in a packet of their own
 *   ghost       the client's connection is closed (with `'stall' => true`: falls silent); `ms` later the request
 *               still reaches the server over the old connection, unless the server has closed that connection
 *   refuse      the connection is closed at once; only `connection`, `nth`, `times`, `every` select it
 */

declare(strict_types=1);

namespace Tests;

final class ProxyRules
{
    /** The keys that each action needs. */
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
    /** @var list<int> how often each rule has matched */
    private array $matches = [];

    /**
     * Refuses a mistyped rule: it would do nothing, and its test would prove nothing.
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
     * Whether a command has this name. `*` stands for any text. A second word names the subcommand.
     *
     * @param list<string> $words
     */
    public static function named(string $name, array $words): bool
    {
        $begin = implode(' ', array_slice($words, 0, substr_count($name, ' ') + 1));

        // fnmatch() takes no text longer than a path. The second word may be a whole script.
        return fnmatch(strtoupper($name), strtoupper(substr($begin, 0, 1000)));
    }

    private function first(int $connection, callable $selects): ?array
    {
        $first = null;
        foreach ($this->rules as $i => $rule) {
            if (($rule['connection'] ?? $connection) !== $connection || !$selects($rule)) {
                continue;
            }
            // A match counts even if an earlier rule applies: the n-th of a rule does not depend on other rules.
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
