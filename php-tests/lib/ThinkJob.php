<?php
/*
 * A job of think-queue whose work is done under a lock. The work says that it begins and does what the test tells it. Used by the
 * workers of ThinkQueue.
 */

declare(strict_types=1);

namespace Tests;

use RedisMutexLock;
use RedisMutexLock\Think\queue\UnderLock;
use think\queue\Job;

final class ThinkJob
{
    use UnderLock;

    /** @param array{lock: string, options?: array<string, int>} $data the options are arguments of underLock() */
    public function fire(Job $job, array $data): void
    {
        $isDone = $this->underLock($job, $data['lock'], static function (RedisMutexLock $lock) use ($job, $data): void {
            say('works');
            match ($word = hear()) {
                'finish' => null,
                'throw' => throw new \DomainException('no data'),
                'give back' => $job->release(0),
                'lose and finish' => $lock->forceUnlock($data['lock']),
                'lose another lock' => $lock->synchronized("$data[lock]:inner", static fn (): bool => $lock->forceUnlock("$data[lock]:inner")),
                'wait for another lock' => $lock->synchronized($data['lock'], say(...), 0),
                default => throw new \LogicException("the work does not know '$word'"),
            };
        }, ...$data['options'] ?? []);
        say($isDone ? 'done' : 'later');
    }
}
