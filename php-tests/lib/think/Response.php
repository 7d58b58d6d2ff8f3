<?php
/*
 * Stand-in: the answer to a request. Under php-fpm the client has it before the request ends.
 */

declare(strict_types=1);

namespace think;

class Response
{
    private array $header = [];

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

    public function getCode(): int
    {
        return $this->code;
    }

    public function header(array $header): static
    {
        $this->header = $header + $this->header;

        return $this;
    }

    public function send(): void
    {
        http_response_code($this->code);
        foreach ($this->header as $name => $value) {
            header("$name:$value");
        }
        Container::getInstance()->make('cookie')->save();
        echo $this->content;
        if (function_exists('fastcgi_finish_request')) {
            fastcgi_finish_request();
        }
    }
}
