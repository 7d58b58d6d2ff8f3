<?php

declare(strict_types=1);

// What `composer install` has written, or another autoload file that knows ThinkPHP, the package and app\.
require getenv('THINKPHP_AUTOLOAD') ?: __DIR__ . '/vendor/autoload.php';
