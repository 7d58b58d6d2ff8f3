<?php
/*
 * What a server may say that is not true, or is no reply at all. Nothing here grants anything: a lock that a lie has granted
 * would prove nothing. Used by LyingWorld.
 */

declare(strict_types=1);

namespace Tests;

final class Lies
{
    /** What each kind of lie is about, and how often it is chosen. */
    private const KINDS = [
        'redirect' => 30, 'error' => 20, 'length' => 15, 'resp3' => 10, 'shape' => 10, 'nesting' => 4, 'nearly' => 10, 'noise' => 6, 'map' => 8,
        'master' => 8,
    ];

    /** What is nearly a grant, and none. */
    private const NEARLY = [
        "+ok\r\n", "+OK \r\n", "+ OK\r\n", "+OKAY\r\n", "\$2\r\nOK\r\n", "\$3\r\n+OK\r\n", "*1\r\n+OK\r\n", "-OK\r\n", "+QUEUED\r\n", ":2\r\n", ":11\r\n", ":-1\r\n", ":01x\r\n", "\$1\r\n1\r\n",
        "+1\r\n", "*0\r\n", "*3\r\n:1\r\n\$-1\r\n\$-1\r\n", "*2\r\n:1\r\n\$1\r\n7\r\n", "*2\r\n+OK\r\n:1\r\n", "*3\r\n:1\r\n:1\r\n:1\r\n", "#t\r\n",
    ];

    /**
     * @param list<int> $ports those of the servers of this world: no lie leads to a stranger
     * @param string $secret the password, which a server knows and may repeat
     */
    public function __construct(
        private readonly FuzzRandom $random,
        private readonly array $ports,
        private readonly string $secret,
    ) {
    }

    /** The bytes of a reply. Most of them are of the kind that suits the command. */
    public function reply(string $favoured): string
    {
        $kind = $this->random->below(3) > 0 ? $favoured : $this->random->weighted(self::KINDS);

        return match ($kind) {
            'redirect' => $this->redirect(),
            'error' => $this->error(),
            'length' => $this->random->one(self::lengths()),
            'resp3' => $this->random->one(self::resp3()),
            'shape' => $this->random->one(self::shapes()),
            'nearly' => $this->random->one(self::NEARLY),
            'nesting' => str_repeat($this->random->one(["*1\r\n", "%1\r\n:1\r\n", "|1\r\n", ">1\r\n"]), $this->random->one([3, 4, 5, 100, 20_000])) . ":5\r\n",
            'noise' => $this->noise(),
            'map' => $this->map(),
            'master' => $this->master(),
        };
    }

    /** Bytes of something that is not Redis, or of TLS that is none. */
    public function noise(): string
    {
        return $this->random->one([
            $this->random->bytes($this->random->one([1, 5, 100, 5_000])),
            "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n",
            "\x15\x03\x01\x00\x02\x02\x28",
            "\x15\x03\x03\x00\x02\x01\x00",
            "\x16\x03\x03\xff\xff" . $this->random->bytes(70_000),
            "\x16\x03\x03\x00\x04\x02\x00\xff\xff",
            "\x17\x03\x03\x00\x00",
            str_repeat("\x14\x03\x03\x00\x01\x01", 1_000),
            "\0", "\r\n", '+', '-', str_repeat('+', 70_000), str_repeat("\r\n", 5_000),
        ]);
    }

    private function redirect(): string
    {
        $slot = $this->random->one([$this->random->below(16_384), 0, 16_383, 16_384, -1, '', 'x', '+5', '99999999999999999999']);
        $separator = $this->random->one([' ', ' ', ' ', ' ', '', '  ', "\t"]);

        return '-' . $this->random->one(['MOVED', 'ASK']) . " $slot$separator" . $this->host() . ':' . $this->port() . "\r\n";
    }

    private function error(): string
    {
        return '-' . $this->random->one([
            "ERR $this->secret",
            "WRONGPASS invalid username-password pair or user is disabled. $this->secret",
            "ERR unknown command 'SET', with args beginning with: '$this->secret' '0123456789abcdef0123456789abcdef'",
            'NOAUTH Authentication required.', "NOPERM User default has no permissions to run the 'set' command",
            'LOADING Redis is loading the dataset in memory', 'BUSY Redis is busy running a script.', 'TRYAGAIN Multiple keys request during rehashing of slot',
            'CLUSTERDOWN The cluster is down', 'CROSSSLOT Keys in request don\'t hash to the same slot', 'READONLY You can\'t write against a read only replica.',
            'MASTERDOWN Link with MASTER is down', 'NOSCRIPT No matching script.', 'NOREPLICAS Not enough good replicas to write.',
            'OOM command not allowed when used memory > \'maxmemory\'.', 'MISCONF Redis is configured to save RDB snapshots', 'EXECABORT', 'UNKILLABLE',
            'WRONGTYPE Operation against a key', 'ERR max number of clients reached', 'ERR', '', ' ', "\0\xff\e[31m", str_repeat('x', 60_000), 'ERR ' . str_repeat('word ', 2_000),
        ]) . "\r\n";
    }

    /** What SENTINEL GET-MASTER-ADDR-BY-NAME says. */
    private function master(): string
    {
        return $this->random->one([
            Resp::pack([$this->host(), $this->port()]),
            Resp::pack([$this->host(), $this->port()]),
            Resp::pack(['127.0.0.1', $this->random->one($this->ports)]),
            "*2\r\n\$-1\r\n\$-1\r\n", "*2\r\n*0\r\n*0\r\n", "*-1\r\n", "\$-1\r\n", "%1\r\n\$2\r\nip\r\n\$9\r\n127.0.0.1\r\n", Resp::pack(['127.0.0.1']),
        ]);
    }

    /** What CLUSTER SLOTS says: ranges that overlap, have holes, and belong to nobody or to nonsense. */
    private function map(): string
    {
        $ranges = $this->random->one([0, 1, 2, 3, 8, 3_000]);
        $text = "*$ranges\r\n";
        for (; $ranges > 0; $ranges--) {
            $ends = fn (): mixed => $this->random->one([$this->random->below(16_384), 0, 16_383, 16_384, -1, PHP_INT_MAX, PHP_INT_MIN]);
            $nodes = $this->random->one([0, 1, 1, 1, 3]);
            $text .= '*' . (2 + $nodes) . "\r\n:{$ends()}\r\n:{$ends()}\r\n";
            for (; $nodes > 0; $nodes--) {
                $text .= $this->node();
            }
        }

        return $text;
    }

    private function node(): string
    {
        $host = $this->random->one(["\$-1\r\n", ":7\r\n", "*0\r\n", null, null, null]) ?? substr(Resp::pack([$this->host()]), 4);
        $others = $this->random->one([
            "*0\r\n", Resp::pack(['ip', $this->host()]), Resp::pack(['hostname', $this->host(), 'ip']), "*2\r\n*0\r\n\$-1\r\n", "%1\r\n+ip\r\n+::1\r\n",
            ":1\r\n", "*1\r\n*1\r\n*1\r\n*0\r\n",
        ]);

        return "*4\r\n$host:" . $this->port() . "\r\n\$2\r\nid\r\n$others";
    }

    private function host(): string
    {
        return $this->random->one([
            '127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', 'localhost', '', '?', '::1', '[::1]', '127.0.0.2', '0.0.0.0', 'fe80::1%lo', 'no-such-host.invalid',
            'a b', "\xff\x01\r", '/run/redis.sock', 'redis://127.0.0.1', str_repeat('h', 254), str_repeat('h', 30_000), str_repeat('a.', 120), "x\u{202e}y", "x\u{9b}31m", '%00', '-',
        ]);
    }

    /** A port of this world, or none at all. */
    private function port(): int|string
    {
        $own = $this->random->one($this->ports);

        return $this->random->one([$own, $own, $own, $own, 1, 0, -1, 65_535, 65_536, "-$own", '99999999999999999999', 'x', '', "$own@1", "$own ", "0$own"]);
    }

    /** @return list<string> lengths that lie */
    private static function lengths(): array
    {
        return [
            "\$5\r\nabc\r\n", "\$3\r\nabcdef\r\n", "\$-2\r\n", "\$9223372036854775807\r\n", "\$9223372036854775808\r\n", "\$18446744073709551617\r\n",
            "\$67108864\r\n", "\$67108865\r\nx", "\$+3\r\nabc\r\n", "\$ 3\r\nabc\r\n", "\$3\nabc\n", "\$\r\n", "\$0x3\r\nabc\r\n", "\$3", '$',
            "*-2\r\n", "*16384\r\n", "*16385\r\n", "*2147483648\r\n", "*9223372036854775808\r\n", "*2\r\n:5\r\n", "*\r\n", "*1", '*',
            "*3\r\n*16384\r\n*16384\r\n*16384\r\n", str_repeat("*16384\r\n", 4), str_repeat("*16384\r\n", 3) . str_repeat(":5\r\n", 30_000),
            ":\r\n", ":9223372036854775808\r\n", ":1.5\r\n", ":-\r\n", ": 5\r\n", ":5", '+O', "-MOV", "+OK\n", "+OK\r", "\$60000\r\n" . str_repeat('x', 60_000) . "\r\n",
        ];
    }

    /** @return list<string> types of RESP3, which nobody has asked for */
    private static function resp3(): array
    {
        return [
            "%1\r\n+a\r\n:1\r\n", "%2147483648\r\n", "~1\r\n:5\r\n", "~-1\r\n", ">2\r\n+invalidate\r\n*0\r\n", ">1\r\n+x\r\n:0\r\n", ",1.5\r\n", ",inf\r\n", ",nan\r\n",
            "(3492890328409238509324850943850943825024385\r\n", "(\r\n", "#t\r\n", "#f\r\n", "_\r\n", "=15\r\ntxt:Some string\r\n", "=1\r\nx\r\n", "!5\r\nERR x\r\n",
            "!9\r\nMOVED 1 :\r\n", "|1\r\n+k\r\n+v\r\n:5\r\n", "|1\r\n", "\$?\r\n;4\r\nabcd\r\n;0\r\n", "*?\r\n:5\r\n.\r\n",
        ];
    }

    /** @return list<string> replies in good order, of a shape that no command of ours has, or of another command */
    private static function shapes(): array
    {
        return [
            "+QUEUED\r\n", "+PONG\r\n", "+ok\r\n", "\$2\r\nOK\r\n", "\$-1\r\n", "*-1\r\n", "*0\r\n", "\$0\r\n\r\n", ":0\r\n", ":-1\r\n", ":-2\r\n", ":2\r\n", ":5\r\n",
            ":9223372036854775807\r\n", ":-9223372036854775808\r\n", "*1\r\n:0\r\n", "*2\r\n:0\r\n:-5\r\n", "*2\r\n:2\r\n\$-1\r\n", "*3\r\n:0\r\n:0\r\n:0\r\n",
            Resp::pack(['slave', '127.0.0.1', 1, 'connected', 0]), Resp::pack(['master', 0]), Resp::pack(['sentinel']), Resp::pack(['server', 'redis', 'mode', 'standalone', 'role', 'replica']),
            Resp::pack(['mode', 'cluster', 'role', "\xff"]), Resp::pack(['0', 'a']), "*2\r\n\$1\r\n0\r\n*1\r\n\$-1\r\n", "*2\r\n\$20\r\n99999999999999999999\r\n*0\r\n",
            "\$36\r\nid=x addr=127.0.0.1:1 laddr=x name= \r\n", "*100\r\n" . str_repeat("\$1\r\nx\r\n", 100), '*16384' . "\r\n" . str_repeat(":5\r\n", 16_384),
        ];
    }
}
