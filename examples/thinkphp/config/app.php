<?php

return ['default_timezone' => 'UTC'];
