<?php
/*
 * Stand-in: the middleware that reads the session, and saves it after the response is sent. The package extends it.
 */

declare(strict_types=1);

namespace think\middleware;

use Closure;
use think\App;
use think\Request;
use think\Response;
use think\Session;

class SessionInit
{
    public function __construct(protected App $app, protected Session $session)
    {
    }

    public function handle(Request $request, Closure $next): Response
    {
        $parameter = $this->app->config->get('session.var_session_id');
        $id = ($parameter ? $request->request($parameter) : null) ?: $request->cookie($this->session->getName());
        if ($id) {
            $this->session->setId($id);
        }
        $this->session->init();
        $response = $next($request);
        $this->app->cookie->set($this->session->getName(), $this->session->getId(), $this->session->getConfig('expire'));

        return $response;
    }

    public function end(Response $response): void
    {
        $this->session->save();
    }
}
