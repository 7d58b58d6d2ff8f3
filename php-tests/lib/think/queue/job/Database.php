<?php
/*
 * Stand-in: a job in a table. A test gives it the row.
 */

declare(strict_types=1);

namespace think\queue\job;

use think\queue\Job;

abstract class Database extends Job
{
}
