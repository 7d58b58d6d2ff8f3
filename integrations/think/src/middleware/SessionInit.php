<?php
/*
 * ThinkPHP's SessionInit under a lock: of the requests of one session one works at a time, from the reading of the session to its
 * saving, so no request overwrites what another one has saved. app/middleware.php names this class instead of ThinkPHP's, and an
 * application may extend it.
 */

declare(strict_types=1);

namespace RedisMutexLock\Think\middleware;

use Closure;
use LogicException;
use RedisMutexLock;
use RedisMutexLock\Think\Lock;
use RedisMutexLockException;
use think\App;
use think\exception\HttpException;
use think\Middleware;
use think\middleware\SessionInit as Stock;
use think\Request;
use think\Response;
use think\Session;
use Throwable;

class SessionInit extends Stock
{
    /** The lease is half of the wait or of this, in seconds, because with a shorter one a process that halts for a moment loses it. */
    private const SHORTEST_WAIT = 10;

    /** Holds the locks of this request's session, from its reading to its saving. */
    private ?RedisMutexLock $lock = null;
    /** @var list<string> the names of these locks */
    private array $names = [];

    public function __construct(App $app, Session $session, private readonly Lock $locks)
    {
        parent::__construct($app, $session);
    }

    /**
     * Runs the request under the lock of its session. The parameter $request has no type, because each version of ThinkPHP has
     * another one.
     *
     * @param int|float|null $wait seconds to wait for another request of the session; null: without limit
     * @param int|float $hold seconds after which the lock is no longer renewed, for requests that hang; 0: without limit
     * @param bool $early true: the session is saved before the response is sent, and the next request goes on
     * @throws HttpException 503 if another request of the session had the lock until the wait was over
     */
    public function handle($request, Closure $next, int|float|null $wait = 10, int|float $hold = 60, bool $early = false): Response
    {
        $this->refuseThinkPhpsOwn();
        // In a process of many requests, the last one may have ended without its end().
        $this->free();
        $lock = $this->locks->apart($wait === null ? null : max($wait, self::SHORTEST_WAIT), ['max_hold' => $hold, 'auto_release' => true]);
        $id = $this->givenId($request);
        if ($id !== null && !$lock->lock(self::name($id), $wait, null)) {
            throw new HttpException(503, 'Another request of this session is still running.', headers: ['Retry-After' => '1']);
        }
        $names = $id === null ? [] : [self::name($id)];
        try {
            $response = parent::handle($request, function ($request) use ($next, $lock, $names): Response {
                // A session that could not be read is not saved, because that would empty it.
                [$this->lock, $this->names] = [$lock, $names];

                return $next($request);
            });
        } catch (Throwable $thrown) {
            // A session that was read is saved by end(), as ThinkPHP does after an exception.
            if ($this->lock === null) {
                self::release($lock);
            }
            throw $thrown;
        }
        if ($early) {
            $this->close();
        } elseif ($this->lock !== null && $this->session->getId() !== $id) {
            $this->lockNewId($lock);
        }

        return $response;
    }

    /** Saves the session after the response is sent, where ThinkPHP saves it, and lets the next request of the session go on. */
    public function end(Response $response): void
    {
        $this->close();
    }

    /**
     * Saves the session and releases its lock now, so that the next request of the session goes on while this one still works.
     * What this request writes into the session later is not saved.
     */
    public function close(): void
    {
        $lock = $this->lock;
        if ($lock === null) {
            return;
        }
        try {
            if (array_filter($this->names, static fn (string $name): bool => $lock->remaining($name) === null) === []) {
                $this->session->save();
            } else {
                $this->app->log->warning('A request had its session for longer than its lock, so its changes of the session are not saved.');
            }
        } finally {
            $this->free();
        }
    }

    /** Returns the id that the request brings, if ThinkPHP takes it. Nobody else has the session of a request without one. */
    private function givenId(Request $request): ?string
    {
        $parameter = $this->app->config->get('session.var_session_id');
        $id = $parameter ? $request->request($parameter) : null;
        $id = $id ?: $request->cookie($this->session->getName());
        if (!is_string($id)) {
            return null;
        }
        $this->session->setId($id);

        return $this->session->getId() === $id ? $id : null;
    }

    /** Locks a session whose id is new, because the user may come back with the id before the session is saved. */
    private function lockNewId(RedisMutexLock $lock): void
    {
        try {
            $name = self::name($this->session->getId());
            if ($lock->lock($name, 0, null)) {
                $this->names[] = $name;
            }
        } catch (RedisMutexLockException) {
            // The work of the request is done, and the user gets its response.
        }
    }

    private function free(): void
    {
        if ($this->lock !== null) {
            self::release($this->lock);
        }
        [$this->lock, $this->names] = [null, []];
    }

    /** Refuses a second SessionInit, which would save the session again when its lock is released. */
    private function refuseThinkPhpsOwn(): void
    {
        $isListed = in_array([Stock::class, 'handle'], array_column($this->app->make(Middleware::class)->all(), 0), true);
        // An application may bind this class to the other one's name.
        if ($isListed && !$this->app->make(Stock::class) instanceof self) {
            throw new LogicException(sprintf('app/middleware.php has %s beside %s: remove the first one.', Stock::class, self::class));
        }
    }

    private static function release(RedisMutexLock $lock): void
    {
        try {
            $lock->unlockAll();
        } catch (RedisMutexLockException) {
            // The user gets the response all the same, and the lock ends with its lease.
        }
    }

    /** Returns the name of a session's lock, which does not tell the id, because the id is what a user proves himself by. */
    private static function name(string $id): string
    {
        return 'session:' . hash('sha256', $id);
    }
}
