<?php
/*
 * The ACL lines of docs/operations.md, section "Rights in Redis (ACL)". Each line is named by the comment above it. Used
 * by php-tests/rights and by other tests whose user has few rights.
 */

declare(strict_types=1);

namespace Tests;

final class Rights
{
    /** All that locks need on one server, without what is recommended or for `min_replicas`. */
    public const ALL_FEATURES = 'with waiting, with fencing';
    /** The user of the lines, and its password. */
    public const USER = ['username' => 'locks', 'password' => 'secret'];

    /** @return array<string, string> by comment */
    public static function lines(): array
    {
        $page = new Page(dirname(__DIR__, 2), 'docs/operations.md');
        preg_match_all('/^# (.+)\n(redis-cli .*ACL SETUSER locks .+)$/m', $page->text, $found);

        return array_combine($found[1], $found[2]) ?: throw new Failure("$page->path has no ACL lines");
    }

    public static function line(string $comment): string
    {
        return self::lines()[$comment] ?? throw new Failure("no ACL line is named '$comment'");
    }

    /** @return list<string> the commands and subcommands that a line permits, without the `+` */
    public static function named(string $comment): array
    {
        preg_match_all("/(?<=\\+)[a-z|-]+/", self::line($comment), $found);

        return $found[0];
    }

    /** What stands behind `user NAME` in redis.conf for a user with the rights of this line, and more. */
    public static function rules(string $comment, string $more = ''): string
    {
        return str_replace("'", '', explode(' SETUSER locks ', self::line($comment))[1]) . " $more";
    }

    /** Runs the lines in a shell, as a person does who copies them. Without a user the server has all of these rights. */
    public static function grant(RedisServer $server, string ...$lines): void
    {
        foreach ($lines as $line) {
            $command = preg_replace('/^redis-cli (-p \d+ )?/', "redis-cli -p $server->port ", $line);
            exec("$command 2>&1", $output, $code);
            if ($code !== 0 || array_pop($output) !== 'OK') {
                throw new Failure("$command: exit status $code: " . implode("\n", $output));
            }
        }
    }

    /** The line that the message of an exception tells. */
    public static function advised(string $message): string
    {
        return preg_match('/: (redis-cli ACL SETUSER <user> .+) \(docs\/operations\.md, Rights in Redis \(ACL\)\)/', $message, $found) === 1
            ? str_replace('<user>', self::USER['username'], $found[1])
            : throw new Failure("no ACL line in '$message'");
    }
}
