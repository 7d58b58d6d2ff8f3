<?php
/*
 * The few lock objects of a round, of several kinds. Only an array refers to them, so that a deed can destroy an object
 * during a call of it. Used by nearly all of the fuzzer.
 */

declare(strict_types=1);

namespace Tests;

final class FuzzPool
{
    public const SLOTS = 6;
    private const KINDS = [
        'plain' => 30, 'fencing' => 14, 'socket' => 14, 'sub' => 14, 'kept' => 8, 'ini' => 6, 'unborn' => 4, 'dead' => 3,
        'hasty' => 3, 'refused' => 2,
    ];
    /** The kinds whose server may not answer. */
    private const TROUBLED = ['dead', 'hasty', 'refused', 'ini', 'unborn'];

    /** @var list<\RedisMutexLock> */
    public array $slots = [];
    /** @var list<string> */
    public array $kinds = [];
    /** @var array<int, list<string>> the names that each was asked to lock lately */
    private array $asked = [];

    public function __construct(private readonly FuzzWorld $world)
    {
        FuzzSub::$world = $world;
    }

    /** A random slot; during a call mostly that of the called object. */
    public function any(): int
    {
        $slot = $this->world->random->below(2 * self::SLOTS);

        return $slot < self::SLOTS ? $slot : $this->world->context->slot ?? $slot - self::SLOTS;
    }

    public function asks(int $slot, string $name): void
    {
        $this->asked[$slot] = [...array_slice($this->asked[$slot] ?? [], -3), $name];
    }

    /** @return list<string> names that it may hold */
    public function asked(int $slot): array
    {
        return $this->asked[$slot] ?? [];
    }

    public function fill(): void
    {
        $this->drop();
        for ($slot = 0; $slot < self::SLOTS; $slot++) {
            $this->renew($slot);
        }
    }

    /** Puts a new object into a slot; of this kind, if one is given. */
    public function renew(int $slot, ?string $kind = null): void
    {
        $kind ??= $this->world->random->weighted(self::KINDS);
        try {
            $new = $this->make($kind);
        } catch (\ValueError $error) {
            // The ini settings may be wild at this moment, and each constructor reads them.
            $this->world->rules->thrown('__construct', 'ini', $error);
            [$kind, $new] = ['unborn', FuzzUnborn::make()];
        }
        $kind === 'unborn' || $this->world->rules->born($new);
        $this->kinds[$slot] = $kind;
        $this->asked[$slot] = [];
        // The old object dies here, and its destructor may do anything.
        $this->slots[$slot] = $new;
    }

    /** All objects die. New objects take their places first, for what the destructors do. */
    public function drop(): void
    {
        $this->asked = [];
        $this->kinds = array_fill(0, self::SLOTS, 'unborn');
        $this->slots = array_map(static fn (): FuzzUnborn => FuzzUnborn::make(), $this->kinds);
    }

    /** Whether the server of this kind may not answer. */
    public static function isTroubled(?string $kind): bool
    {
        return $kind === null || in_array($kind, self::TROUBLED, true);
    }

    private function make(string $kind): \RedisMutexLock
    {
        $sound = $this->world->configs->sound();

        return match ($kind) {
            'plain' => new \RedisMutexLock($sound),
            'fencing' => new \RedisMutexLock(['fencing' => true, 'lease' => 0.3] + $sound),
            'socket' => new \RedisMutexLock([
                'url' => 'unix://' . $this->world->server->socket, 'lease' => 0.015, 'max_hold' => 0.1,
            ] + $sound),
            'sub' => $this->sub($sound),
            'kept' => new \RedisMutexLock(['auto_release' => false, 'lock_prefix' => $this->world->keptPrefix] + $sound),
            'ini' => new \RedisMutexLock(),
            'unborn' => $this->world->random->below(2) === 0 ? FuzzUnborn::make()
                : (new \ReflectionClass(\RedisMutexLock::class))->newInstanceWithoutConstructor(),
            'dead' => new \RedisMutexLock(['host' => '127.0.0.1', 'port' => 1, 'command_timeout' => 0.05]),
            // On a busy machine the release at the end of the process may find no millisecond in which it is answered.
            'hasty' => new \RedisMutexLock(['command_timeout' => 0.001, 'lock_prefix' => $this->world->keptPrefix] + $sound),
            'refused' => new \RedisMutexLock(['password' => FuzzWorld::SECRET, 'username' => 'nobody'] + $sound),
        };
    }

    private function sub(array $config): FuzzSub
    {
        $sub = new FuzzSub($config);
        if ($this->world->random->below(3) === 0) {
            $sub->cycle = $sub;
        }

        return $sub;
    }
}
