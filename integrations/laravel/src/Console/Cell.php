<?php
/*
 * Names, owners and messages as a terminal may show them. A terminal obeys some of the bytes that they may have, and others turn
 * the direction of the text, so that one name looks like another, while no character that can be seen is changed. The commands
 * and the messages of exceptions use it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel\Console;

use Symfony\Component\Console\Formatter\OutputFormatter;

final class Cell
{
    private const LONGEST = 64;

    /** Returns a text for a command's output. */
    public static function text(string $bytes): string
    {
        return OutputFormatter::escape(self::plain($bytes));
    }

    /**
     * Returns the process that made the owner of a lock, or how many have shares. A host of six characters may have more in front
     * of them.
     *
     * @param array{host: ?string, pid: ?int, shares?: int, ...} $lock as list() of the class has it
     */
    public static function holder(array $lock): string
    {
        ['host' => $host, 'pid' => $pid] = $lock;
        $shares = $lock['shares'] ?? 0;
        if ($shares > 0) {
            return $shares === 1 ? '1 share' : "$shares shares";
        }
        if ($pid === null) {
            return 'another library';
        }

        return ((string) $host === '' ? '' : (strlen((string) $host) === 6 ? '…' : '') . "$host, ") . "pid $pid";
    }

    /**
     * Returns the part of an owner that tells it from others, and never the whole, which is the right to release the lock. The
     * first digits of a token of the class say which host made it, so those at its end differ.
     *
     * @param array{owner: string, pid: ?int, ...} $lock as list() of the class has it
     */
    public static function owner(array $lock): string
    {
        return substr($lock['owner'], $lock['pid'] === null ? 0 : -8, 8);
    }

    /**
     * Returns JSON for a command's output that is fit for other programs. It escapes what is not ASCII, but for one control
     * character.
     *
     * @param array<mixed> $value
     */
    public static function json(array $value): string
    {
        $json = (string) json_encode($value, JSON_INVALID_UTF8_SUBSTITUTE);

        return OutputFormatter::escape(str_replace("\177", '\u007f', $json));
    }

    /** Returns a name for a message, of which a long one keeps its beginning. */
    public static function quoted(string $name): string
    {
        return '"' . self::plain(mb_strcut($name, 0, self::LONGEST, 'UTF-8')) . '"' . (strlen($name) > self::LONGEST ? '…' : '');
    }

    private static function plain(string $bytes): string
    {
        $bytes = addcslashes($bytes, "\0..\37\177");
        // C1 controls, characters without a shape of their own, such as those that turn the direction, and separators of lines.
        $unseen = '/[\x{80}-\x{9f}\p{Cf}\p{Zl}\p{Zp}]/u';
        $shown = preg_replace_callback($unseen, static fn (array $found): string => trim((string) json_encode($found[0]), '"'), $bytes);

        // Null: the text is no UTF-8.
        return $shown ?? addcslashes($bytes, "\200..\377");
    }
}
