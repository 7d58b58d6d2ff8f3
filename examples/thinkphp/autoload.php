<?php

declare(strict_types=1);

// What `composer install` has written, or another autoload file that knows ThinkPHP, the package and app\.
$autoload = getenv('THINKPHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';
if (!is_file($autoload)) {
    error_log("There is no ThinkPHP. Run 'composer install' in examples/thinkphp, or set THINKPHP_AUTOLOAD to an autoload file.");
    exit(2);
}
require $autoload;
