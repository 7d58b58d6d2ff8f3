<?php
/*
 * Runs the PHP blocks of one page, in their order, against a Redis of the page's own: pages that run at the same time use
 * the same names of locks. Used by examples-run.phpt.
 */

declare(strict_types=1);

namespace Tests;

final class PageExamples
{
    private const SECONDS = 30;

    public int $run = 0;
    public int $left = 0;
    /** @var list<string> */
    public array $failures = [];
    private ?RedisServer $redis = null;

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
            $this->redis ??= RedisServer::start();
            $code = preg_replace('/^\s*<\?php\b/', '', $this->local($block->text));
            $before = $block->continues() ? $before : '';
            try {
                $output = yield from $this->output($before === '' ? $code : self::after($before, $code), $block->modules());
                $next = $this->page->blocks[$i + 1] ?? null;
                if ($next?->language === 'text') {
                    Check::same(rtrim($this->local($next->text)), rtrim($output), 'what it prints');
                }
            } catch (Failure $failure) {
                $this->failures[] = "$where: " . $failure->getMessage();
            }
            $before .= $code;
            $this->run++;
        }
    }

    /** @param list<string> $modules */
    private function output(string $code, array $modules): \Generator
    {
        $worker = Worker::run(
            $code,
            env: $this->redis->environment(),
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

    /** Without the port of the page's own server, an example would use any server that runs on this machine. */
    private function local(string $text): string
    {
        return preg_replace('/\b6379\b/', (string) $this->redis->port, $text);
    }

    /** A block that continues another one. The output of the first one is compared at its own place. */
    private static function after(string $before, string $code): string
    {
        $declare = 'declare(strict_types=1);';
        $script = str_replace($declare, '', "ob_start();\n$before\nob_end_clean();\n$code", $strict);

        return ($strict > 0 ? $declare : '') . $script;
    }
}
