<?php
/*
 * A ThinkPHP application behind a real php-fpm, whose session is in Redis. Its requests stop at points where the test lets them go
 * on, so that two of them meet in a known order. Used by php-tests/integrations/think.
 */

declare(strict_types=1);

namespace Tests;

final class ThinkSite
{
    /** For how long a test waits for a request to come to a point. */
    private const SECONDS = 60;

    private readonly Fpm $fpm;
    private readonly RedisClient $redis;
    private readonly string $script;
    /** The list of Redis to which each request says where it is. */
    private readonly string $steps;

    /**
     * The paths are /add, which reads the number of the session, stops, and writes it one higher; /read; and the routes that a test
     * adds. Where a request stops it calls stop('name').
     *
     * @param string $middleware PHP source of the middleware that reads the session
     * @param string $routes PHP source of further routes
     * @param array<string, mixed> $lock settings of config/lock.php
     */
    public function __construct(string $middleware, string $routes = '', array $lock = [])
    {
        $this->redis = RedisServer::shared()->client();
        $this->steps = Check::unique('steps');
        // Each php-fpm process is a client of the same server, whose port it learns from the environment.
        foreach (RedisServer::shared()->environment() as $name => $value) {
            putenv("$name=$value");
        }
        $this->fpm = Fpm::start(3, modules: ThinkPhp::MODULES);
        $this->script = $this->fpm->script(sprintf(<<<'PHP'
            require %s;
            $app = Tests\ThinkPhp::boot(%s);
            /** The request waits here until the test lets it go on. */
            function stop(string $where): void
            {
                $redis = new Redis();
                $redis->connect('127.0.0.1', %d);
                $redis->rPush(%s, $where);
                $redis->blPop([%s . ":$where"], 60) ?: exit;
            }
            $app->middleware->import([%s]);
            $app->event->listen(think\event\LogRecord::class, static function (think\event\LogRecord $record): void {
                $record->type === 'warning' && stop("warning: $record->message");
            });
            $app->event->listen(think\event\HttpEnd::class, static function (): void {
                str_ends_with($_SERVER['PATH_INFO'], '-and-stop-at-the-end') && stop('the end');
            });
            $add = static function () use ($app): string {
                $before = (int) $app->session->get('number', 0);
                $_SERVER['PATH_INFO'] === '/add' && stop('has read');
                $app->session->set('number', $before + 1);

                return (string) ($before + 1);
            };
            $app->route->get('add', $add);
            $app->route->get('add-and-stop-at-the-end', $add);
            $app->route->get('read', static fn (): string => (string) $app->session->get('number', 0));
            %s
            $response = $app->http->run();
            $response->send();
            $app->http->end($response);
            PHP,
            var_export(__DIR__ . '/autoload.php', true),
            var_export(['lock' => $lock], true),
            RedisServer::shared()->plainPort,
            var_export($this->steps, true),
            var_export($this->steps, true),
            $middleware,
            $routes,
        ));
    }

    /** Begins a request with the session of this id. */
    public function begin(string $path, ?string $session = null): FpmRequest
    {
        $cookie = $session === null ? [] : ['HTTP_COOKIE' => "PHPSESSID=$session"];

        return $this->fpm->begin($this->script, ['PATH_INFO' => $path, 'REQUEST_URI' => $path] + $cookie);
    }

    /** Returns the answer to a request. */
    public function body(string $path, ?string $session = null): string
    {
        return $this->begin($path, $session)->response(60)['body'];
    }

    /** A request must come to this point, where it waits. */
    public function comes(string $where): void
    {
        $this->redis->send('BLPOP', $this->steps, self::SECONDS);
        $came = $this->redis->reply(self::SECONDS + 30);
        Check::same($where, $came[1] ?? null, "where a request stops\n" . $this->fpm->log());
    }

    /** Lets a request go on from the point where it stands or to which it will come. */
    public function goOn(string $where): void
    {
        $this->redis->call('RPUSH', "$this->steps:$where", 'go on');
    }

    /** Kills the processes that are in the middle of a request, and those that wait for one, with SIGKILL. */
    public function kill(): void
    {
        $killed = $this->fpm->children();
        array_walk($killed, $this->fpm->killChild(...));
        // A process that is about to die may still take the next request.
        Check::eventually(fn (): bool => array_intersect($killed, $this->fpm->children()) === [], 30, 'the processes are gone');
    }

    /** The queue of the lock of a session. */
    public static function queue(string $session): Queue
    {
        return new Queue(RedisServer::shared(), 'session:' . hash('sha256', $session));
    }

    /** Makes the id of a session that exists, with a number in it. */
    public function session(int $number = 0): string
    {
        $id = bin2hex(random_bytes(16));
        $this->redis->call('SET', "session-of:$id", serialize(serialize(['number' => $number])));

        return $id;
    }

    /** What is saved under the id of a session. */
    public function saved(string $session): ?array
    {
        $saved = $this->redis->call('GET', "session-of:$session");

        return $saved === null ? null : unserialize(unserialize($saved));
    }
}
