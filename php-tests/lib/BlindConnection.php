<?php
/*
 * One connection through the blind proxy: carries its bytes, records them, and obeys the rules for its two directions.
 * Never blocks. Used by blind-proxy-process.php.
 */

declare(strict_types=1);

namespace Tests;

final class BlindConnection
{
    /** So many bytes of one side wait here at most. Then they wait in the kernel, and in the end at that side. */
    private const HELD = 65536;

    /** @var array{client: string, server: string} all bytes that came from each side */
    public array $seen = ['client' => '', 'server' => ''];
    /** @var array<string, resource> empty once the connection is closed */
    public array $ends;

    /** @var array{client: int, server: int} how many bytes of each side were carried */
    private array $carried = ['client' => 0, 'server' => 0];
    /** @var array{client: list<array>, server: list<array>} rules to come, the next one first */
    private array $rules;
    /** @var array{client: int, server: int} each side's bytes wait until then */
    private array $held = ['client' => 0, 'server' => 0];
    /** @var array{client: int, server: int} nanoseconds after each byte */
    private array $drip = ['client' => 0, 'server' => 0];
    /** @var array{client: bool, server: bool} */
    private array $stalled = ['client' => false, 'server' => false];
    /** @var array{client: string, server: string} what is said in the place of each side, as far as it is not said */
    private array $said = ['client' => '', 'server' => ''];

    /**
     * @param resource $client
     * @param resource $server
     * @param list<array> $rules
     */
    public function __construct($client, $server, array $rules)
    {
        stream_set_blocking($client, false);
        stream_set_blocking($server, false);
        $this->ends = ['client' => $client, 'server' => $server];
        usort($rules, static fn (array $one, array $other): int => $one['after'] <=> $other['after']);
        foreach (['client', 'server'] as $from) {
            $own = array_filter($rules, static fn (array $rule): bool => $rule['from'] === $from);
            $this->rules[$from] = array_values($own);
        }
    }

    /** @return array<string, resource> the ends from which it would take more bytes now */
    public function wanted(): array
    {
        $waiting = fn (string $from): int => strlen($this->seen[$from]) - $this->carried[$from];

        return array_filter($this->ends, static fn (string $from): bool => $waiting($from) < self::HELD, ARRAY_FILTER_USE_KEY);
    }

    /** @param 'client'|'server' $from */
    public function read(string $from): void
    {
        $bytes = (string) @fread($this->ends[$from], 65536);
        $this->seen[$from] .= $bytes;
        if ($bytes === '' && feof($this->ends[$from])) {
            // Its last bytes go first. Nobody reads the bytes for a side that has closed its connection.
            $this->carry($from);
            $this->close();
        }
    }

    /** Does what is due. Returns the time of the next call in ns, or null. */
    public function advance(): ?int
    {
        $due = array_filter([$this->carry('client'), $this->carry('server')]);

        return $due === [] ? null : min($due);
    }

    public function close(bool $reset = false): void
    {
        if ($reset && isset($this->ends['client']) && function_exists('socket_import_stream')) {
            $socket = socket_import_stream($this->ends['client']);
            $socket && socket_set_option($socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        }
        array_map(fclose(...), $this->ends);
        $this->ends = [];
    }

    private function carry(string $from): ?int
    {
        $to = $from === 'client' ? 'server' : 'client';
        if ($this->ends !== [] && $this->said[$from] !== '') {
            return $this->speak($from, $to);
        }
        while ($this->ends !== [] && !$this->stalled[$from]) {
            if ($this->held[$from] > hrtime(true)) {
                return $this->held[$from];
            }
            $rule = $this->rules[$from][0] ?? null;
            if ($rule !== null && $rule['after'] <= $this->carried[$from]) {
                array_shift($this->rules[$from]);
                $this->apply($rule);
                if ($this->said[$from] !== '') {
                    return $this->speak($from, $to);
                }
                continue;
            }
            $most = $rule === null ? 65536 : $rule['after'] - $this->carried[$from];
            $bytes = substr($this->seen[$from], $this->carried[$from], $this->drip[$from] > 0 ? 1 : $most);
            if ($bytes === '') {
                return null;
            }
            $written = @fwrite($this->ends[$to], $bytes);
            if ($written === false) {
                $this->close();

                return null;
            }
            $this->carried[$from] += $written;
            if ($written < strlen($bytes)) {
                // The other side takes no more now: try again soon.
                return hrtime(true) + 1_000_000;
            }
            $this->held[$from] = $this->drip[$from] > 0 ? hrtime(true) + $this->drip[$from] : 0;
        }

        return null;
    }

    private function speak(string $from, string $to): ?int
    {
        $written = @fwrite($this->ends[$to], $this->said[$from]);
        if ($written === false) {
            $this->said[$from] = '';
            $this->close();

            return null;
        }
        $this->said[$from] = substr($this->said[$from], $written);

        return $this->said[$from] === '' ? null : hrtime(true) + 1_000_000;
    }

    private function apply(array $rule): void
    {
        $nanoseconds = (int) (($rule['ms'] ?? 0) * 1_000_000);
        match ($rule['do']) {
            'cut' => $this->close(),
            'reset' => $this->close(reset: true),
            'stall' => $this->stalled[$rule['from']] = true,
            'say' => [$this->stalled[$rule['from']], $this->said[$rule['from']]] = [true, $rule['bytes']],
            'drip' => $this->drip[$rule['from']] = $nanoseconds,
            'delay' => $this->held[$rule['from']] = hrtime(true) + $nanoseconds,
        };
    }
}
