<?php

declare(strict_types=1);

/** The task queue of the flash-sale article: a sorted set, the score says who comes first. */
final class TaskQueue
{
    public function __construct(private readonly Redis $redis, private readonly string $key)
    {
    }

    /** Puts a task into the queue. False: the task is in the queue already and keeps its place. */
    public function enqueue(string $task, float $score): bool
    {
        return $this->redis->zAdd($this->key, ['NX'], $score, $task) === 1;
    }

    /** @return list<string> the tasks with exactly this score */
    public function find(float $score): array
    {
        // 17 digits are enough for a float to come back as it was.
        $exactly = sprintf('%.17g', $score);

        return $this->redis->zRangeByScore($this->key, $exactly, $exactly);
    }

    /**
     * Takes the first $count tasks out of the queue: no other process gets them.
     *
     * @return array<string, float> task => score
     */
    public function pop(int $count): array
    {
        // ZPOPMIN does this in one step. The article reads the tasks and then removes them, under its lock.
        return $this->redis->zPopMin($this->key, $count);
    }

    public function length(): int
    {
        return $this->redis->zCard($this->key);
    }
}
