<?php
/*
 * Stand-in: the event of the end of a request.
 */

declare(strict_types=1);

namespace think\event;

class HttpEnd
{
}
