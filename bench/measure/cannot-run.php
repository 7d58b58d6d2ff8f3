<?php

declare(strict_types=1);

/** A part that this machine or this library cannot run. The message says what is missing. */
final class CannotRun extends RuntimeException
{
}
