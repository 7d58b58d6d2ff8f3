<?php
/*
 * One client of the proxy and its connection to the server, which is plain even if the client speaks TLS. Splits the bytes into commands, applies the rules, and
 * forwards exactly one reply for each command. Never blocks. Used by proxy-process.php.
 */

declare(strict_types=1);

namespace Tests;

final class ProxyConnection
{
    /** Null once it is closed. */
    public ?ProxyClient $client;
    /** @var resource|null */
    public $server;

    private string $request = '';
    private string $reply = '';
    private string $toServer = '';
    private int $commands = 0;
    /** Further bytes of the client are dropped. */
    private bool $deaf = false;
    /** The client gets no further reply. */
    private bool $mute = false;
    /** The client's connection is closed or silent, but the requests in $inbox still reach the server. */
    private bool $ghost = false;
    /** When the last paced request goes on. */
    private int $paced = 0;
    /** @var list<array{at: int, bytes: string, rule: array}> requests in flight to the server */
    private array $inbox = [];
    /** @var list<array> rules of the commands that the server has not answered yet */
    private array $asked = [];
    /** @var list<array{at: int, bytes: string, then: string}> replies in flight to the client */
    private array $outbox = [];

    /**
     * @param resource $server
     * @param \Closure(int, list<string>, string): void $log
     */
    public function __construct(
        public readonly int $number,
        ProxyClient $client,
        $server,
        private readonly ProxyRules $rules,
        private readonly \Closure $log,
    ) {
        stream_set_blocking($server, false);
        $this->client = $client;
        $this->server = $server;
    }

    public function readClient(): void
    {
        $bytes = $this->client->read();
        if ($bytes === null) {
            $this->clientLeft();

            return;
        }
        $this->request .= $bytes;
        while ($this->request !== '' && ($end = Resp::end($this->request)) !== null) {
            $bytes = substr($this->request, 0, $end);
            $this->request = substr($this->request, $end);
            $words = (array) Resp::value($bytes);
            $this->commands++;
            if ($this->deaf) {
                ($this->log)($this->number, $words, 'lost');
                continue;
            }
            $rule = $this->rules->for($this->number, $this->commands, $words);
            ($this->log)($this->number, $words, $rule['do']);
            $this->accept($bytes, $rule);
        }
    }

    public function readServer(): void
    {
        $bytes = (string) @fread($this->server, 65536);
        if ($bytes === '' && feof($this->server)) {
            $this->close();

            return;
        }
        $this->reply .= $bytes;
        while ($this->server !== null && $this->reply !== '' && ($end = Resp::end($this->reply)) !== null) {
            $bytes = substr($this->reply, 0, $end);
            $this->reply = substr($this->reply, $end);
            $this->answer($bytes, array_shift($this->asked) ?? ['do' => 'pass']);
        }
    }

    /** Does what is due. Returns the time of the next call in ns, or null. */
    public function advance(): ?int
    {
        $now = hrtime(true);
        while ($this->server !== null && $this->inbox !== [] && $this->inbox[0]['at'] <= $now) {
            ['bytes' => $bytes, 'rule' => $rule] = array_shift($this->inbox);
            $this->forward($bytes, $rule);
        }
        $this->writeServer();
        while ($this->client !== null && $this->outbox !== [] && $this->outbox[0]['at'] <= $now) {
            if (!$this->writeClient()) {
                // The client's receive window is full: try again soon.
                return $now + 1_000_000;
            }
        }
        $due = array_column([...array_slice($this->inbox, 0, 1), ...array_slice($this->outbox, 0, 1)], 'at');
        if ($this->toServer !== '') {
            $due[] = $now + 1_000_000;
        }

        return $due === [] ? null : min($due);
    }

    public function closed(): bool
    {
        return $this->client === null && $this->server === null;
    }

    public function close(): void
    {
        $this->closeClient();
        $this->closeServer();
    }

    /** Handles a request that has arrived. */
    private function accept(string $bytes, array $rule): void
    {
        $at = match ($rule['do']) {
            'delay', 'ghost' => hrtime(true) + (int) ($rule['ms'] * 1_000_000),
            'pace' => $this->paced = max($this->paced + (int) ($rule['us'] * 1000), hrtime(true)),
            default => 0,
        };
        $this->inbox[] = ['at' => $at, 'bytes' => $bytes, 'rule' => $rule];
        $this->deaf = in_array($rule['do'], ['stall', 'swallow', 'cutBefore', 'cutAfter', 'reset', 'resetAfter', 'ghost'], true);
        if ($rule['do'] === 'ghost') {
            $this->ghost = true;
            ($rule['stall'] ?? false) ? $this->mute = true : $this->closeClient('cut');
        }
    }

    /** Handles a request after its delay. */
    private function forward(string $bytes, array $rule): void
    {
        if (in_array($rule['do'], ['stall', 'cutBefore', 'reset', 'answer'], true)) {
            $this->asked[] = ['unasked' => true] + $rule;
            $this->skipUnasked();
        } else {
            $this->asked[] = $rule;
            $this->toServer .= $bytes;
        }
    }

    /** Acts instead of a reply, after the replies of all earlier commands. */
    private function skipUnasked(): void
    {
        while (isset($this->asked[0]['unasked'])) {
            $rule = array_shift($this->asked);
            match ($rule['do']) {
                'answer' => $this->tell((string) $rule['bytes']),
                'cutBefore' => $this->tell('', 'cut'),
                default => $this->tell('', $rule['do']),
            };
        }
    }

    /** Handles a reply of the server. */
    private function answer(string $bytes, array $rule): void
    {
        match ($rule['do']) {
            'delayReply' => $this->tell($bytes, after: (float) $rule['ms']),
            'swallow' => $this->tell('', 'stall'),
            'cutAfter' => $this->tell('', 'cut'),
            'resetAfter' => $this->tell('', 'reset'),
            'halfReply' => $this->tell(substr($bytes, 0, (int) $rule['bytes']), $rule['then'] ?? 'cut'),
            'drip' => $this->drip($bytes, (float) $rule['ms']),
            'garbage' => $this->tell((string) $rule['bytes']),
            'extra' => $this->tellMore($bytes, $rule),
            'ghost' => $this->close(),
            default => $this->tell($bytes),
        };
        $this->skipUnasked();
    }

    /** Queues bytes for the client: `$after` ms after the last queued bytes, or after now. `then` follows them. */
    private function tell(string $bytes, string $then = '', float $after = 0): void
    {
        if ($this->mute || $this->client === null) {
            return;
        }
        $last = $this->outbox === [] ? 0 : $this->outbox[count($this->outbox) - 1]['at'];
        $at = max($last, hrtime(true) + (int) ($after * 1_000_000));
        $this->outbox[] = ['at' => $at, 'bytes' => $bytes, 'then' => $then];
    }

    private function tellMore(string $bytes, array $rule): void
    {
        if (isset($rule['ms'])) {
            $this->tell($bytes);
            $this->tell((string) $rule['bytes'], after: (float) $rule['ms']);
        } else {
            $this->tell($bytes . $rule['bytes']);
        }
    }

    private function drip(string $bytes, float $ms): void
    {
        foreach (str_split($bytes) as $i => $byte) {
            $this->tell($byte, after: ($i + 1) * $ms);
        }
    }

    /** Writes the first entry of the outbox. False: the client takes no more bytes now. */
    private function writeClient(): bool
    {
        ['bytes' => $bytes, 'then' => $then] = $this->outbox[0];
        $written = $bytes === '' ? 0 : $this->client->write($bytes);
        if ($written === false) {
            $this->clientLeft();

            return true;
        }
        if ($written < strlen($bytes)) {
            $this->outbox[0]['bytes'] = substr($bytes, $written);

            return false;
        }
        array_shift($this->outbox);
        match ($then) {
            'cut' => $this->end('cut'),
            'reset' => $this->end('reset'),
            'stall' => $this->fallSilent(),
            default => null,
        };

        return true;
    }

    private function writeServer(): void
    {
        if ($this->server !== null && $this->toServer !== '') {
            $written = @fwrite($this->server, $this->toServer);
            if ($written === false) {
                $this->toServer = '';
                $this->close();
            } else {
                $this->toServer = substr($this->toServer, $written);
            }
        }
    }

    private function fallSilent(): void
    {
        $this->mute = $this->deaf = true;
        $this->outbox = [];
    }

    private function clientLeft(): void
    {
        $this->closeClient();
        if (!$this->ghost) {
            // The server still executes what was written to it, as on a real network.
            $this->closeServer();
        }
    }

    private function end(string $how): void
    {
        $this->closeClient($how);
        $this->closeServer();
    }

    /** @param 'close'|'cut'|'reset' $how */
    private function closeClient(string $how = 'close'): void
    {
        $this->client?->$how();
        $this->client = null;
        $this->outbox = [];
    }

    private function closeServer(): void
    {
        if ($this->server !== null) {
            if ($this->toServer !== '') {
                @fwrite($this->server, $this->toServer);
            }
            fclose($this->server);
            $this->server = null;
        }
        $this->inbox = [];
    }
}
