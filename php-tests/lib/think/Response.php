<?php
/*
 * Stand-in: the answer to a request.
 */

declare(strict_types=1);

namespace think;

class Response
{
    private function __construct(private readonly string $content, private readonly int $code)
    {
    }

    public static function create(string $data = '', string $type = 'html', int $code = 200): self
    {
        return new self($data, $code);
    }

    public function getContent(): string
    {
        return $this->content;
    }

    public function send(): void
    {
        http_response_code($this->code);
        echo $this->content;
    }
}
