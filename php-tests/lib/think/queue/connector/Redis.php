<?php
/*
 * Stand-in: a queue in Redis. A job that is taken becomes a reserved one, which is delivered again when `retry_after` is over,
 * whether its worker is dead or only slow. Each delivery counts an attempt and keeps the id.
 */

declare(strict_types=1);

namespace think\queue\connector;

use think\App;
use think\queue\job\Redis as RedisJob;

class Redis
{
    private readonly \Redis $redis;
    private App $app;
    private string $connection;

    public function __construct(private readonly array $config)
    {
        $this->redis = new \Redis();
        $this->redis->connect($config['host'], $config['port'], $config['timeout']);
    }

    public function setApp(App $app): static
    {
        $this->app = $app;

        return $this;
    }

    public function setConnection(string $name): static
    {
        $this->connection = $name;

        return $this;
    }

    public function push($job, $data = '', $queue = null)
    {
        $id = bin2hex(random_bytes(16));
        $payload = ['job' => $job, 'maxTries' => null, 'timeout' => null, 'data' => $data, 'id' => $id, 'attempts' => 0];
        $this->redis->rPush($this->key($queue), json_encode($payload));

        return $id;
    }

    public function size($queue = null): int
    {
        $key = $this->key($queue);

        return $this->redis->lLen($key) + $this->redis->zCard("$key:delayed") + $this->redis->zCard("$key:reserved");
    }

    public function pop($queue = null): ?RedisJob
    {
        $key = $this->key($queue);
        foreach (["$key:delayed", "$key:reserved"] as $later) {
            foreach ($this->redis->zRangeByScore($later, '-inf', (string) time()) as $due) {
                // Of two workers that see a job, one takes it away.
                if ($this->redis->zRem($later, $due) === 1) {
                    $this->redis->rPush($key, $due);
                }
            }
        }
        $job = $this->redis->lPop($key);
        if ($job === false) {
            return null;
        }
        $payload = json_decode($job, true);
        $payload['attempts']++;
        $reserved = json_encode($payload);
        $this->redis->zAdd("$key:reserved", time() + $this->config['retry_after'], $reserved);

        return new RedisJob($this->app, $this, $job, $reserved, $this->connection, $queue);
    }

    public function deleteReserved($queue, RedisJob $job): void
    {
        $this->redis->zRem("{$this->key($queue)}:reserved", $job->getReservedJob());
    }

    public function deleteAndRelease($queue, RedisJob $job, int $delay): void
    {
        $this->deleteReserved($queue, $job);
        $this->redis->zAdd("{$this->key($queue)}:delayed", time() + $delay, $job->getReservedJob());
    }

    private function key(?string $queue): string
    {
        return sprintf('{queues:%s}', $queue ?: $this->config['queue']);
    }
}
