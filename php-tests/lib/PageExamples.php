<?php
/*
 * Runs the PHP blocks of one page, in their order, against a Redis of the page's own: pages that run at the same time use
 * the same names of locks. An example with TLS is led there too: the names, ports and files of the pages stand for those
 * of this Redis, which has the user `shop` and looks at the certificate of a client that has one. The other servers of a
 * quorum stand beside it as soon as an example names one of them. Used by examples-run.phpt.
 */

declare(strict_types=1);

namespace Tests;

final class PageExamples
{
    private const SECONDS = 30;
    /** The servers of the quorum, besides the page's own Redis, which has the first address. */
    private const QUORUM = ['10.0.0.6:6379', '10.0.0.7:6379', '10.0.0.8:6379', '10.0.0.9:6379'];

    public int $run = 0;
    public int $left = 0;
    /** @var list<string> */
    public array $failures = [];
    private ?RedisServer $redis = null;
    /** @var array<string, RedisServer> the other servers of the quorum, by their addresses on the page */
    private array $quorum = [];

    public function __construct(private readonly Page $page)
    {
    }

    /** Runs the blocks. Gives control back while it waits. */
    public function each(): \Generator
    {
        $before = '';
        foreach ($this->page->blocks as $i => $block) {
            if ($block->language !== 'php') {
                continue;
            }
            $where = "{$this->page->path}:$block->line";
            if ($block->notRun() !== null) {
                $block->notRun() !== '' || $this->failures[] = "$where: it does not say why it is not run";
                $this->left++;
                continue;
            }
            $this->redis ??= self::server();
            $code = preg_replace('/^\s*<\?php\b/', '', $this->local($block->text));
            $before = $block->continues() ? $before : '';
            try {
                $output = yield from $this->output($before === '' ? $code : self::after($before, $code), $block->modules());
                $next = $this->page->blocks[$i + 1] ?? null;
                if ($next?->language === 'text') {
                    $printed = self::timeless($output);
                    Check::same(self::timeless($this->local($next->text)), $printed, 'what it prints');
                }
            } catch (Failure $failure) {
                $this->failures[] = "$where: " . $failure->getMessage();
            }
            $before .= $code;
            $this->run++;
        }
    }

    /** Without the seconds of a message: on a busy machine they are more than on the page. */
    private static function timeless(string $printed): string
    {
        return preg_replace('/\btried for \d+\.\d s\b/', 'tried for 0.0 s', rtrim($printed));
    }

    /** @param list<string> $modules */
    private function output(string $code, array $modules): \Generator
    {
        $worker = Worker::run(
            $code,
            env: $this->environment(),
            ini: [
                'redis_mutex_lock.url' => $this->redis->url(),
                'auto_prepend_file' => __DIR__ . '/page-prelude.php',
            ],
            modules: $modules,
        );
        $end = Deadline::in(self::SECONDS);
        while ($worker->running() && !$end->passed()) {
            yield;
        }

        return $worker->finish(0.1);
    }

    private static function server(): RedisServer
    {
        // The user has the rights of the line that the page of operations gives to everybody.
        $rights = Rights::rules('everything');

        return RedisServer::start([
            'tls-auth-clients' => 'optional',
            'user' => ['shop ' . $rights],
        ]);
    }

    /** @return array<string, string> */
    private function environment(): array
    {
        return $this->redis->environment() + [
            // Where the system's certificates of CAs are: an example without `cafile` has a server that they vouch for.
            'SSL_CERT_FILE' => Certificates::suite()->ca,
            // What env() reads, in the page about managed Redis.
            'REDIS_SCHEME' => 'tls',
            'REDIS_HOST' => 'localhost',
            'REDIS_PORT' => (string) $this->redis->tlsPort,
            'REDIS_USERNAME' => 'shop',
            'REDIS_PASSWORD' => 'secret',
        ];
    }

    /** Without the ports of the page's own server, an example would use any server that runs on this machine. */
    private function local(string $text): string
    {
        $suite = Certificates::suite();
        $here = $this->quorum($text) + [
            '6379' => (string) $this->redis->port,
            '6380' => (string) $this->redis->tlsPort,
            'redis.example' => 'localhost',
            '10.0.0.5' => '127.0.0.1',
            '/etc/ssl/redis-ca.pem' => $suite->ca,
            '/etc/ssl/shop.crt' => $suite->client->file,
            '/etc/ssl/shop.key' => $suite->client->key,
        ];
        $any = implode('|', array_map(static fn (int|string $what): string => preg_quote((string) $what, '~'), array_keys($here)));

        return preg_replace_callback("~(?<!\w)(?:$any)(?!\w)~", static fn (array $found): string => $here[$found[0]], $text);
    }

    /** @return array<string, string> the servers of the quorum that the text names, by their addresses on the page */
    private function quorum(string $text): array
    {
        foreach (self::QUORUM as $address) {
            if (str_contains($text, $address)) {
                $this->quorum[$address] ??= self::server();
            }
        }

        return array_map(static fn (RedisServer $server): string => "127.0.0.1:$server->plainPort", $this->quorum);
    }

    /** A block that continues another one. The output of the first one is compared at its own place. */
    private static function after(string $before, string $code): string
    {
        $declare = 'declare(strict_types=1);';
        $script = str_replace($declare, '', "ob_start();\n$before\nob_end_clean();\n$code", $strict);

        return ($strict > 0 ? $declare : '') . $script;
    }
}
