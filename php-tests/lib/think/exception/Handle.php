<?php
/*
 * Stand-in: makes a response of an exception.
 */

declare(strict_types=1);

namespace think\exception;

use think\Response;
use Throwable;

class Handle
{
    public function render(Throwable $thrown): Response
    {
        return $thrown instanceof HttpException
            ? Response::create($thrown->getMessage(), code: $thrown->getStatusCode())->header($thrown->getHeaders())
            : Response::create($thrown->getMessage(), code: 500);
    }
}
