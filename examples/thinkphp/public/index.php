<?php

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

$http = (new think\App(dirname(__DIR__)))->http;
$response = $http->run();
$response->send();
$http->end($response);
