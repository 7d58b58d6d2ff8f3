<?php
/*
 * The client's end of a connection through the proxy, plain or with TLS. With TLS the proxy is the server: it decrypts what
 * the client sends, and encrypts what the client gets. Never blocks. Used by ProxyConnection.
 */

declare(strict_types=1);

namespace Tests;

final class ProxyClient
{
    private const AT_ONCE = 65_536;
    /** The most data of a TLS record. */
    private const RECORD = 16_384;
    private const TCP_CORK = 3;

    /** Data go only when this is true: over a plain connection at once. */
    private bool $ready;
    /** The data of a record that OpenSSL has begun to write. It must be given the same bytes until it has written them. */
    private string $begun = '';
    /** The socket below TLS, for what PHP's stream cannot do. PHP gives it out only before TLS begins. */
    private readonly ?\Socket $socket;

    /** @param resource $stream from a listener whose context has the certificate, if $tls */
    public function __construct(public readonly mixed $stream, private readonly bool $tls)
    {
        $this->ready = !$tls;
        $this->socket = function_exists('socket_import_stream') ? (socket_import_stream($stream) ?: null) : null;
        stream_set_blocking($stream, false);
    }

    /** What has come. '': nothing; null: the client has closed the connection, or its handshake has failed. */
    public function read(): ?string
    {
        if (!$this->ready) {
            $done = @stream_socket_enable_crypto($this->stream, true, STREAM_CRYPTO_METHOD_TLS_SERVER);
            if ($done !== true) {
                // 0: the handshake goes on when the client has sent more.
                return $done === 0 ? '' : null;
            }
            $this->ready = true;
        }
        $bytes = '';
        do {
            // Over TLS this gives one record at most. What OpenSSL has read of the socket already, select does not see, so
            // go on. Whole records that are left are still in the socket.
            $more = (string) @fread($this->stream, self::AT_ONCE);
            $bytes .= $more;
        } while ($this->tls && $more !== '' && strlen($bytes) < self::AT_ONCE);

        return $bytes === '' && feof($this->stream) ? null : $bytes;
    }

    /** How many of the bytes were written. False: the connection is gone. */
    public function write(string $bytes): int|false
    {
        if (!$this->tls) {
            return @fwrite($this->stream, $bytes);
        }
        $written = 0;
        while ($written < strlen($bytes)) {
            if ($this->begun === '') {
                $this->begun = substr($bytes, $written, self::RECORD);
            }
            $now = @fwrite($this->stream, $this->begun);
            if ($now !== strlen($this->begun)) {
                return $now === false && feof($this->stream) ? false : $written;
            }
            $written += $now;
            $this->begun = '';
        }

        return $written;
    }

    /** Closes the connection as a server does that ends in an orderly way: with TLS, it says so first. */
    public function close(): void
    {
        fclose($this->stream);
    }

    /** Closes the connection as the kernel does for a process that was killed: with TLS, without a word about the end. */
    public function cut(): void
    {
        if ($this->tls && $this->socket !== null) {
            @socket_shutdown($this->socket, 1);
        }
        fclose($this->stream);
    }

    /** Closes the connection with a reset, and nothing else. */
    public function reset(): void
    {
        if ($this->socket !== null) {
            // What PHP says at the end of TLS stays in the cork, and the reset throws it away.
            @socket_set_option($this->socket, SOL_TCP, self::TCP_CORK, 1);
            socket_set_option($this->socket, SOL_SOCKET, SO_LINGER, ['l_onoff' => 1, 'l_linger' => 0]);
        }
        fclose($this->stream);
    }
}
