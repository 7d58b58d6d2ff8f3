<?php
/*
 * What redis_mutex_lock_check() finds for a configuration. Used by php-tests/check and by tests of the commands that print it.
 */

declare(strict_types=1);

namespace Tests;

final class Findings
{
    /** Seconds of a command, so that a busy machine gives no warning. */
    private const PATIENT = 20;

    /** @param list<array{server: string, what: string, state: string, found: string, advice: ?string}> $rows */
    private function __construct(public readonly array $rows)
    {
    }

    /**
     * Examines the servers. Fails if a row does not have its shape.
     *
     * @param array<string, mixed> $config
     */
    public static function of(array $config): self
    {
        $rows = redis_mutex_lock_check($config + ['command_timeout' => self::PATIENT]);
        Check::true(array_is_list($rows) && $rows !== [], 'a list of rows');
        foreach ($rows as $row) {
            Check::same(['server', 'what', 'state', 'found', 'advice'], array_keys($row), 'the fields of a row');
            Check::true(in_array($row['state'], ['good', 'warning', 'bad'], true), "state: $row[state]");
            Check::true(preg_match('/[\x00-\x1f\x7f]/', implode('', $row)) === 0, "plain text: $row[found]");
        }

        return new self($rows);
    }

    /** Those of one server, by a part of its name. */
    public function at(string|int $server): self
    {
        return new self(array_values(array_filter($this->rows, static fn (array $row): bool => str_contains($row['server'], (string) $server))));
    }

    /**
     * The only row about this.
     *
     * @return array{server: string, what: string, state: string, found: string, advice: ?string}
     */
    public function row(string $what): array
    {
        $rows = $this->rows($what);
        Check::same(1, count($rows), "rows about '$what' in $this");

        return $rows[0];
    }

    /** @return list<array{server: string, what: string, state: string, found: string, advice: ?string}> all rows about this */
    public function rows(string $what): array
    {
        return array_values(array_filter($this->rows, static fn (array $row): bool => $row['what'] === $what));
    }

    /** @return list<string> what is not good, as `state what` */
    public function troubles(): array
    {
        $troubles = array_filter($this->rows, static fn (array $row): bool => $row['state'] !== 'good');

        return array_values(array_map(static fn (array $row): string => "$row[state] $row[what]", $troubles));
    }

    /** Fails unless the only row about this has the state, and words that stand in what was found or advised. */
    public function expect(string $state, string $what, string ...$words): void
    {
        $row = $this->row($what);
        Check::same($state, $row['state'], "state of '$what': $row[found]");
        foreach ($words as $word) {
            Check::true(str_contains("$row[found] $row[advice]", $word), "'$word' in '$row[found]', '$row[advice]'");
        }
    }

    public function __toString(): string
    {
        return json_encode($this->rows, JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
    }
}
