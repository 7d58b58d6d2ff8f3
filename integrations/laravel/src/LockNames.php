<?php
/*
 * What the names of locks mean that Laravel makes itself, as a list of rules from the name to a text for persons. A rule never asks
 * Redis. ListLocks shows the texts, and MutexStore asks which lock is that of a unique job.
 */

declare(strict_types=1);

namespace RedisMutexLock\Laravel;

use Closure;
use RedisMutexLock\Laravel\Console\EventNames;

final class LockNames
{
    private const UNIQUE_JOB = 'laravel_unique_job:';
    private const OVERLAP = 'laravel-queue-overlap:';

    /** What newer versions write in the place of the class of a listener, a mail or another job with a displayName(). */
    private const HASHED = '/\A[0-9a-f]{32}\z/';
    private const CLASS_NAME = '/\A[a-z_\x80-\xff][\w\x80-\xff]*(\\\\[a-z_\x80-\xff][\w\x80-\xff]*)*\z/i';

    /** @var list<Closure(string): ?string> each gets a name, and returns null for a name that it does not know */
    private readonly array $rules;

    public function __construct(EventNames $events)
    {
        $this->rules = [self::uniqueJob(...), self::overlap(...), $events->of(...)];
    }

    /** Returns what the lock of this name is for. Null: the name is not one of those that Laravel makes. */
    public function meaning(string $name): ?string
    {
        foreach ($this->rules as $rule) {
            $meaning = $rule($name);
            if ($meaning !== null) {
                return $meaning;
            }
        }

        return null;
    }

    /** Returns whether Laravel makes this name for the lock of a ShouldBeUnique job. */
    public static function isOfUniqueJob(string $name): bool
    {
        return str_starts_with($name, self::UNIQUE_JOB);
    }

    private static function uniqueJob(string $name): ?string
    {
        if (!self::isOfUniqueJob($name)) {
            return null;
        }
        $rest = substr($name, strlen(self::UNIQUE_JOB));

        // Older versions write class and id without a sign between them, so nobody can tell where the id begins.
        return 'unique job ' . (self::jobAndId($rest, 'id') ?? $rest);
    }

    private static function overlap(string $name): ?string
    {
        if (!str_starts_with($name, self::OVERLAP)) {
            return null;
        }
        $rest = substr($name, strlen(self::OVERLAP));
        $job = self::jobAndId($rest, 'key');

        return $job === null ? "jobs without overlapping, shared key $rest" : "job without overlapping $job";
    }

    /**
     * Returns the job and its id from `class:id`. Null: what stands before the colon is no class, so it belongs to the id.
     *
     * @param string $word what the id is called
     */
    private static function jobAndId(string $text, string $word): ?string
    {
        $colon = strpos($text, ':');
        if ($colon === false) {
            return null;
        }
        [$job, $id] = [substr($text, 0, $colon), substr($text, $colon + 1)];
        $idOf = $id === '' ? '' : ", $word $id";
        if (preg_match(self::HASHED, $job) === 1) {
            return "whose class is hashed$idOf";
        }

        return preg_match(self::CLASS_NAME, $job) === 1 && class_exists($job) ? $job . $idOf : null;
    }
}
