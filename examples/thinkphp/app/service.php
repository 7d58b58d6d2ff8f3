<?php

// `php think service:discover` finds this service too.
return [RedisMutexLock\Think\Service::class];
