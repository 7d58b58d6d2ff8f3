<?php

return ['commands' => [app\command\Sale::class, app\command\Stampede::class]];
