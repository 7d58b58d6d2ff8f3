<?php
/*
 * What a person reads who has configured TLS wrongly. Used by php-tests/tls.
 */

declare(strict_types=1);

namespace Tests;

final class Refusal
{
    /** Seconds of one command. The refusals are there long before. */
    private const DEADLINE = 8;

    /**
     * Fails unless each method refuses at once what only a person can mend, also a lock() that may wait for a minute.
     * The message must name the server and contain all $words. Returns it.
     *
     * @param array<string, mixed> $config
     */
    public static function of(array $config, string ...$words): string
    {
        $lock = new \RedisMutexLock($config + ['command_timeout' => self::DEADLINE, 'retry_for' => 60]);
        $message = '';
        foreach (['lock' => fn () => $lock->lock('a'), 'a wait' => fn () => $lock->lock('a', 60)] as $what => $call) {
            $began = hrtime(true);
            $message = Check::throws(\RedisMutexLockUnavailableException::class, $call)->getMessage();
            Check::between(0, self::DEADLINE - 1, (hrtime(true) - $began) / 1e9, "seconds of $what: $message");
            self::says($message, $config, ...$words);
        }

        return $message;
    }

    /**
     * Fails unless the message names the server and contains all $words.
     *
     * @param array<string, mixed> $config
     */
    public static function says(string $message, array $config, string ...$words): void
    {
        $where = 'Redis at ' . ($config['host'] ?? '127.0.0.1') . ":{$config['port']}, database ";
        foreach ([$where, ...$words] as $word) {
            Check::true(str_contains($message, $word), "'$word' stands in: $message");
        }
    }
}
