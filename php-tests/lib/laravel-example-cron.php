<?php
/*
 * The artisan of examples/laravel for `schedule:run`, which prints nothing, because the PHP of the tests lacks the module with
 * which Laravel prints its HTML. Used by LaravelExample.
 */

declare(strict_types=1);

use Illuminate\Contracts\Console\Kernel;
use Symfony\Component\Console\Input\ArgvInput;
use Symfony\Component\Console\Output\ConsoleOutput;
use Tests\LaravelSchedule;

require_once __DIR__ . '/autoload.php';
$app = require __DIR__ . '/../../examples/laravel/bootstrap/app.php';
// The scheduler starts its commands as files of the application.
define('ARTISAN_BINARY', 'artisan');
LaravelSchedule::printNothing($app);

exit($app->make(Kernel::class)->handle(new ArgvInput(), new ConsoleOutput()));
