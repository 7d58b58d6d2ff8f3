<?php
/*
 * A certificate authority (CA) and what it issues, made on the spot with the program openssl. The suite has one: the
 * runner makes it, and hands over its folder by environment. A test makes further certificates of it, or another CA.
 * Used by RedisServer, by the proxies and by the tests of TLS.
 */

declare(strict_types=1);

namespace Tests;

final class Certificates
{
    /** The names that the suite's servers have. */
    public const NAMES = 'IP:127.0.0.1,DNS:localhost';

    private const FOLDER = 'REDIS_MUTEX_LOCK_TEST_CERTIFICATES';
    /** Kinds of keys. An EC key is made in a moment. */
    public const EC = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'];
    public const RSA = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];
    public const RSA_1024 = ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'];

    /** Of X.509 version 1. New versions of openssl may make version 3 only, so it stands here. */
    private const VERSION_1 = <<<'PEM'
        -----BEGIN CERTIFICATE-----
        MIIBIDCBxgIUEdJRUz5re2pPOAepUKu6XV9pHaEwCgYIKoZIzj0EAwIwDzENMAsG
        A1UEAwwEYSBDQTAgFw0yNjExMjIxOTE2MTBaGA8yMTI2MTAyOTE5MTYxMFowFDES
        MBAGA1UEAwwJbG9jYWxob3N0MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEbGAq
        VAXWnloC8lnPVnX+B+CaNXzet+RDuoS2BXosBSlZ/hbrUdekPDsh7hAQUVLufSRu
        ujjGkvDdewy2zAq56TAKBggqhkjOPQQDAgNJADBGAiEAxTJarLQAugq0FtZGYQvm
        PRi+lm5izIh8Vchw2jO71eUCIQDIl4kHFGvXuTBW9yPJobe0KhlWU1+0mjQO+Dee
        HeBiHQ==
        -----END CERTIFICATE-----
        PEM;
    private const VERSION_1_KEY = <<<'PEM'
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgBuFeergZqERQZ4Zp
        hva9EzIwLOAWXYX4xsbNaj7TcFuhRANCAARsYCpUBdaeWgLyWc9Wdf4H4Jo1fN63
        5EO6hLYFeiwFKVn+FutR16Q8OyHuEBBRUu59JG66OMaS8N17DLbMCrnp
        -----END PRIVATE KEY-----
        PEM;

    private const EXTENSIONS = "basicConstraints = critical, CA:FALSE\nkeyUsage = critical, digitalSignature\n"
        . 'extendedKeyUsage = ';
    private const USAGE = 'serverAuth, clientAuth';
    private const CA_EXTENSIONS = 'basicConstraints = critical, CA:TRUE';

    /** The CA's own certificate. A client that trusts the CA names this file in `cafile`. */
    public readonly string $ca;
    /** Of 127.0.0.1 and localhost. The suite's servers use it. */
    public readonly Certificate $server;
    /** A client's, of this CA. */
    public readonly Certificate $client;
    /** Where further files go: each process has a folder of its own. */
    private readonly TempDir $dir;

    private function __construct(private readonly string $folder, public readonly string $subject = '')
    {
        $this->dir = new TempDir();
        $this->ca = "$folder/ca.pem";
        $this->server = new Certificate("$folder/server.pem", "$folder/server.key");
        $this->client = new Certificate("$folder/client.pem", "$folder/client.key");
    }

    /** The suite's. A test without the runner makes its own. */
    public static function suite(): self
    {
        static $suite = null;
        $folder = (string) getenv(self::FOLDER);

        return $suite ??= $folder === '' ? self::make() : new self($folder);
    }

    /**
     * Another CA, with a server's and a client's certificate of its own.
     *
     * @param string|null $subject its name; each CA has another one by default
     */
    public static function make(?string $subject = null): self
    {
        static $kept = [];
        // Its folder exists until this process ends.
        $kept[] = $home = new TempDir();
        $made = new self($home->path, $subject ?? 'CA ' . bin2hex(random_bytes(4)));
        $key = self::key($home->path, 'ca');
        self::run('req', '-x509', '-key', $key, '-out', $made->ca, '-days', '30', '-subj', "/CN=$made->subject");
        $made->issue('server', subject: 'a server of the tests', folder: $home->path);
        $made->issue('client', null, 'a client of the tests', folder: $home->path);

        return $made;
    }

    /** @return array<string, string> the environment in which suite() is this one */
    public function environment(): array
    {
        return [self::FOLDER => $this->folder];
    }

    /**
     * A certificate of this CA.
     *
     * @param string $file the name of its files, without their ending
     * @param string|null $names the subjectAltName; null: it has none
     * @param string $from when it begins, and $to when it ends, as strtotime() reads it
     * @param list<string> $key its kind, a constant of this class
     * @param string $usage the extendedKeyUsage
     * @param Certificate|null $issuer who signs it instead of this CA; it may be no CA at all
     * @param bool $isCa it says that it is a CA, and has no extendedKeyUsage
     * @param string $digest of the signature, by which the issuer signs it
     * @param string|null $folder where its files go; by default the folder of this process
     */
    public function issue(
        string $file,
        ?string $names = self::NAMES,
        string $subject = 'a server of a test',
        string $from = '-1 day',
        string $to = '+30 days',
        array $key = self::EC,
        string $usage = self::USAGE,
        ?Certificate $issuer = null,
        bool $isCa = false,
        string $digest = 'sha256',
        ?string $folder = null,
    ): Certificate {
        $folder ??= $this->dir->path;
        $issuer ??= new Certificate($this->ca, "$this->folder/ca.key");
        $extensions = $isCa ? self::CA_EXTENSIONS : self::EXTENSIONS . $usage;

        return $this->write($folder, $file, $subject, $names, $from, $to, $key, $issuer, $extensions, $digest);
    }

    /**
     * A certificate that no CA has issued.
     *
     * @param bool $isCa as `openssl req -x509` makes it: it says of itself that it is a CA
     */
    public function selfSigned(
        string $file,
        ?string $names = self::NAMES,
        string $from = '-1 day',
        string $to = '+30 days',
        bool $isCa = true,
    ): Certificate {
        $extensions = $isCa ? self::CA_EXTENSIONS : self::EXTENSIONS . self::USAGE;

        return $this->write($this->dir->path, $file, 'self-signed', $names, $from, $to, self::EC, null, $extensions);
    }

    /** The certificate with those of its chain behind it: a server sends all of them. */
    public function chain(Certificate $first, Certificate ...$others): Certificate
    {
        $texts = array_map(static fn (Certificate $it): string => file_get_contents($it->file), [$first, ...$others]);
        $file = $this->file(basename($first->file, '.pem') . '-chain.pem', implode("\n", $texts));

        return new Certificate($file, $first->key);
    }

    /** One of X.509 version 1, of a CA that nobody has. */
    public function versionOne(): Certificate
    {
        return new Certificate($this->file('version-1.pem', self::VERSION_1), $this->file('version-1.key', self::VERSION_1_KEY));
    }

    /** The certificate with its key in another format: `openssl ec`, `openssl rsa` and older programs write it. */
    public function traditional(Certificate $modern): Certificate
    {
        $key = $this->dir->file(basename($modern->key, '.key') . '-traditional.key');
        self::run('pkey', '-in', $modern->key, '-traditional', '-out', $key);

        return new Certificate($modern->file, $key);
    }

    /** The same certificate, with its key encrypted; $traditional: in the format of older programs. */
    public function encrypted(Certificate $plain, string $password, bool $traditional = false): Certificate
    {
        $key = $this->dir->file(basename($plain->key, '.key') . '-encrypted.key');
        $format = $traditional ? ['-traditional'] : [];
        self::run('pkey', '-in', $plain->key, '-aes256', '-passout', "pass:$password", '-out', $key, ...$format);

        return new Certificate($plain->file, $key);
    }

    /** A folder as `capath` wants it: each CA's certificate under the hash of its name. */
    public function hashed(): string
    {
        $folder = $this->dir->file('capath');
        @mkdir($folder);
        copy($this->ca, "$folder/" . self::run('x509', '-in', $this->ca, '-noout', '-hash') . '.0');

        return $folder;
    }

    /** A file in this process' folder that has this text. The name may have a folder. */
    public function file(string $name, string $text): string
    {
        @mkdir(dirname($this->dir->file($name)));
        file_put_contents($this->dir->file($name), $text);

        return $this->dir->file($name);
    }

    /**
     * @param list<string> $key its kind
     * @param Certificate|null $issuer who signs it; null: it signs itself
     */
    private function write(
        string $folder,
        string $name,
        string $subject,
        ?string $names,
        string $from,
        string $to,
        array $key,
        ?Certificate $issuer,
        string $extensions,
        string $digest = 'sha256',
    ): Certificate {
        $made = new Certificate("$folder/$name.pem", self::key($folder, $name, $key));
        $request = "$folder/$name.csr";
        self::run('req', '-new', '-key', $made->key, '-out', $request, '-subj', "/CN=$subject");
        $extensions .= $names === null ? '' : "\nsubjectAltName = $names";
        // Of openssl's commands, `ca` alone sets both dates. It wants a small database.
        file_put_contents("$folder/$name.db", '');
        file_put_contents("$folder/$name.cnf", <<<CNF
            [ca]
            default_ca = tests
            [tests]
            database = $folder/$name.db
            new_certs_dir = $folder
            rand_serial = yes
            default_md = $digest
            policy = any
            x509_extensions = extensions
            unique_subject = no
            [any]
            commonName = supplied
            [extensions]
            subjectKeyIdentifier = hash
            authorityKeyIdentifier = keyid
            $extensions

            CNF);
        $date = static fn (string $when): string => gmdate('YmdHis\Z', (int) strtotime($when));
        $signer = $issuer === null
            ? ['-selfsign', '-keyfile', $made->key]
            : ['-cert', $issuer->file, '-keyfile', $issuer->key];
        self::run(
            ...['ca', '-batch', '-notext', '-config', "$folder/$name.cnf", ...$signer],
            ...['-startdate', $date($from), '-enddate', $date($to), '-in', $request, '-out', $made->file],
        );

        return $made;
    }

    /** @param list<string> $kind */
    private static function key(string $folder, string $name, array $kind = self::EC): string
    {
        $file = "$folder/$name.key";
        self::run('genpkey', ...$kind, ...['-out', $file]);

        return $file;
    }

    /** Runs openssl. Returns what it prints on stdout. */
    private static function run(string ...$words): string
    {
        $command = implode(' ', array_map(escapeshellarg(...), ['openssl', ...$words]));
        exec("$command 2>&1", $output, $code);
        if ($code !== 0) {
            throw new Failure("$command:\n" . implode("\n", $output));
        }

        return implode("\n", $output);
    }
}
