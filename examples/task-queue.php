<?php

declare(strict_types=1);

/** The task queue of the flash-sale article: a sorted set, whose score says which task comes first. */
final class TaskQueue
{
    public function __construct(private readonly Redis $redis, private readonly string $key)
    {
    }

    /** Puts a task into the queue. Returns false if the task is in the queue already, where it keeps its place. */
    public function enqueue(string $task, float $score): bool
    {
        return $this->redis->zAdd($this->key, ['NX'], $score, $task) === 1;
    }

    /** @return list<string> the tasks with exactly this score */
    public function find(float $score): array
    {
        // A float with 17 digits comes back as it was.
        $exactly = sprintf('%.17g', $score);

        /** @var list<string> $found */
        $found = $this->redis->zRangeByScore($this->key, $exactly, $exactly);

        return $found;
    }

    /** @return list<string> the first $count tasks, taken out of the queue so that no other process gets them */
    public function pop(int $count): array
    {
        // ZPOPMIN takes them out in one step, while the article reads them and then removes them, under its lock.
        return array_map(strval(...), array_keys($this->redis->zPopMin($this->key, $count)));
    }

    public function length(): int
    {
        return (int) $this->redis->zCard($this->key);
    }
}
