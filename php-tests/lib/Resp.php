<?php
/*
 * Redis' protocol without I/O: packs a command, finds the end of a frame, reads a value. Used by RedisClient, and by the
 * proxy, which must not cut a frame in a wrong place.
 */

declare(strict_types=1);

namespace Tests;

final class Resp
{
    /** @param list<string|int|float> $words */
    public static function pack(array $words): string
    {
        $packed = '*' . count($words) . "\r\n";
        foreach ($words as $word) {
            $packed .= '$' . strlen((string) $word) . "\r\n$word\r\n";
        }

        return $packed;
    }

    /** The end of the frame that begins at $at. Null: the frame is not complete yet. */
    public static function end(string $bytes, int $at = 0): ?int
    {
        $line = strpos($bytes, "\r\n", $at);
        if ($line === false) {
            return null;
        }
        $size = (int) substr($bytes, $at + 1, $line - $at - 1);
        $next = $line + 2;
        switch ($bytes[$at]) {
            case '$':
            case '=':
            case '!':
                $end = $size < 0 ? $next : $next + $size + 2;

                return $end <= strlen($bytes) ? $end : null;
            case '*':
            case '~':
            case '>':
            case '%':
                $parts = $bytes[$at] === '%' ? 2 * $size : $size;
                for (; $parts > 0; $parts--) {
                    $next = self::end($bytes, $next);
                    if ($next === null) {
                        return null;
                    }
                }

                return $next;
            default:
                return $next;
        }
    }

    /**
     * The value of the complete RESP2 frame at $at. Moves $at behind the frame. An error reply is a RedisError.
     *
     * @return string|int|null|RedisError|list<mixed>
     */
    public static function value(string $bytes, int &$at = 0): string|int|null|RedisError|array
    {
        $type = $bytes[$at];
        $line = (int) strpos($bytes, "\r\n", $at);
        $text = substr($bytes, $at + 1, $line - $at - 1);
        $at = $line + 2;
        switch ($type) {
            case '+':
                return $text;
            case '-':
                return new RedisError($text);
            case ':':
                return (int) $text;
            case '$':
                if ((int) $text < 0) {
                    return null;
                }
                $value = substr($bytes, $at, (int) $text);
                $at += (int) $text + 2;

                return $value;
            case '*':
                if ((int) $text < 0) {
                    return null;
                }
                $list = [];
                for ($i = (int) $text; $i > 0; $i--) {
                    $list[] = self::value($bytes, $at);
                }

                return $list;
            default:
                throw new Failure("not a RESP2 reply: '$type$text'");
        }
    }
}
