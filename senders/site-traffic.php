<?php

/**
 * Reports each request that PHP serves to Site Traffic Analytics, after it was answered.
 *
 * Load it before every page: `auto_prepend_file = /usr/local/lib/site-traffic.php` in php.ini, or `require` it first.
 * The settings SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE and SITE_TRAFFIC_KEY come from the environment, or from $_SERVER, or
 * from `SiteTraffic::report(['url' => '…', 'site' => '…', 'key' => '…'])` after the `require`. With
 * SITE_TRAFFIC_TRUST_PROXY=1 (`trust_proxy`) the client's address is taken from X-Forwarded-For: only behind a proxy of
 * your own that overwrites that header.
 *
 * PHP has no process that lives on. So requests are written to a spool, a folder outside of the web root (below
 * SITE_TRAFFIC_SPOOL, or `spool`, by default that for temporary files). The first request that finds it due sends it
 * after its own answer, under a key that counts once. Only PHP-FPM and LiteSpeed can end an answer early:
 * elsewhere, and for the last requests of a busy hour, let cron run
 *
 *     php site-traffic.php send        # each minute
 *     php site-traffic.php status      # what is held
 *
 * PHP 7.4 or newer; no extension is needed, and curl is used if it is there. MIT licence.
 */

declare(strict_types=1);

if (!class_exists('SiteTraffic', false)) {
    final class SiteTraffic
    {
        private const BATCH_LINES = 500;
        private const BATCH_BYTES = 1048576; // the limit of the service for one request
        private const MAX_SPOOL_BYTES = 4194304; // and as much again in batches: some 10,000 requests each
        private const DUE_AFTER_SECONDS = 2;
        private const TIMEOUT_SECONDS = 5; // a try holds a worker, one at a time
        private const SEND_SECONDS = 10;
        private const MAX_WAIT_SECONDS = 60;
        private const MAX_RETRY_AFTER_SECONDS = 3600;
        private const GIVE_UP_AFTER_SECONDS = 72000; // the service knows the key of a batch for a day
        private const MAX_CHARACTERS = 2048;
        private const MAX_SIGNATURE = 4096; // the service ignores longer ones
        private const MAX_ANSWER_BYTES = 65536;
        private const MINUTE = 60;
        private const HOUR = 3600;

        /** @var self|null */
        private static $running;
        /** @var array */
        private $given;
        /** @var array{url: string, site: string, key: string} */
        private $settings = ['url' => '', 'site' => '', 'key' => ''];
        /** @var bool */
        private $trustProxy = false;
        /** @var string The number of the user of this process. */
        private $user = '';
        /** @var string */
        private $folder = '';
        /** @var array */
        private $request = [];
        /** @var int How many times it was put off. */
        private $delays = 0;
        /** @var bool */
        private $isFinished = false;
        /** @var int */
        private $recorded = 0;

        /** Reports the running request, once. Settings that are given count before those of the environment. */
        public static function report(array $settings = []): void
        {
            if (PHP_SAPI === 'cli' || (self::$running !== null && $settings === [])) {
                return;
            }
            if (self::$running === null) {
                register_shutdown_function(static function (): void {
                    // after a fatal error only objects that are made now are destroyed properly
                    self::$running = self::$running->later();
                });
            }
            self::$running = new self($settings);
            self::$running->quietly('arrive');
        }

        /** The command line: `send` or `status`. Returns the exit code. */
        public static function command(string $verb): int
        {
            if (!in_array($verb, ['send', 'status'], true)) {
                fwrite(STDERR, "Usage: php site-traffic.php send|status\n");
                return 2;
            }
            set_error_handler(static function (): bool {
                return true;
            });
            try {
                $sender = new self([]);
                $sender->readSettings();
                $sender->mustBeSet($verb === 'send' ? ['url', 'site', 'key'] : ['url', 'site']);
                $sender->openFolder();
                $sender->logWaiting();
                echo $verb === 'send' ? $sender->sendAll() : $sender->status(), "\n";
                return 0;
            } catch (\RuntimeException $error) {
                fwrite(STDERR, 'site-traffic: ' . $error->getMessage() . "\n");
                return 2;
            }
        }

        private function __construct(array $given)
        {
            $this->given = $given;
        }

        private function readSettings(): void
        {
            foreach (array_keys($this->settings) as $name) {
                $this->settings[$name] = trim($this->setting($name));
            }
            $this->settings['url'] = rtrim($this->settings['url'], '/');
            $this->trustProxy = filter_var($this->setting('trust_proxy'), FILTER_VALIDATE_BOOLEAN);
            $this->user = self::user();
            // not of the url: what waits is sent once that is corrected
            $name = substr(hash('sha256', $this->settings['site'] . ' ' . $this->user), 0, 16);
            $this->folder = ($this->setting('spool') ?: sys_get_temp_dir()) . '/site-traffic-' . $name;
        }

        private function setting(string $name): string
        {
            if (isset($this->given[$name])) {
                return (string) $this->given[$name];
            }
            $variable = 'SITE_TRAFFIC_' . strtoupper($name);
            // some hosts disable it
            $value = function_exists('getenv') ? getenv($variable) : false;
            return (string) ($value !== false ? $value : $_SERVER[$variable] ?? '');
        }

        /** Without the extension posix, a file that is made now shows it: get_current_user() is the owner of the script. */
        private static function user(): string
        {
            if (function_exists('posix_geteuid')) {
                return (string) posix_geteuid();
            }
            $file = tmpfile();
            if ($file === false) {
                $advice = 'let PHP write to ' . sys_get_temp_dir();
                throw new \RuntimeException("no requests are recorded: no temporary file can be made; $advice");
            }
            return (string) fstat($file)['uid'];
        }

        /** Throws what is missing or wrong, and what would be right. It repeats no value: it may be a misplaced key. */
        private function mustBeSet(array $names): void
        {
            $right = [
                'url' => ['~^https?://[^@?#\s]+$~iD', 'an http or https URL without user name, query or fragment'],
                'site' => ['/^[\w.-]+$/D', 'a site id, such as site_0123456789abcdef'],
                // other characters are not allowed in a header
                'key' => ['/^[\x21-\x7e]+$/D', 'an API key of scope collect for the site'],
            ];
            $wrong = [];
            foreach ($names as $name) {
                [$pattern, $what] = $right[$name];
                if (!preg_match($pattern, $this->settings[$name])) {
                    $state = $this->settings[$name] === '' ? 'missing' : 'wrong';
                    $wrong[] = "$name is $state: set SITE_TRAFFIC_" . strtoupper($name) . " to $what";
                }
            }
            if ($wrong !== []) {
                throw new \RuntimeException(implode('; ', $wrong));
            }
        }

        /** Runs a method. No error of it reaches the site, and no warning a handler of the site, which may throw. */
        private function quietly(string $method): void
        {
            set_error_handler(static function (): bool {
                return true;
            });
            try {
                $this->$method();
            } catch (\Throwable $error) {
                try {
                    $this->sayWithoutFolder($error->getMessage());
                } catch (\Throwable $unsaid) {
                    // a host may disable what it takes
                }
            } finally {
                restore_error_handler();
            }
        }

        // ---- a request --------------------------------------------------------------------------------------------

        /** Reads what is known when a request arrives: pages change what they are given. */
        private function arrive(): void
        {
            $this->readSettings();
            $now = microtime(true);
            $forwarded = $this->trustProxy ? explode(',', self::header('X_FORWARDED_FOR') ?? '')[0] : '';
            $request = [
                'type' => 'request',
                'method' => self::cut($_SERVER['REQUEST_METHOD'] ?? null),
                'target' => self::cut($_SERVER['REQUEST_URI'] ?? null),
                // empty: the client sent none, as programs do
                'user_agent' => self::cut(self::header('USER_AGENT') ?? ''),
                'referrer' => self::cut(self::header('REFERER')),
                'host' => self::cut(self::header('HOST')),
                'address' => self::address($forwarded) ?? self::address($_SERVER['REMOTE_ADDR'] ?? ''),
                'created_at' => gmdate('Y-m-d\TH:i:s', (int) $now) . sprintf('.%03dZ', (int) (fmod($now, 1) * 1000)),
            ];
            $this->request = array_filter($request + $this->signature(), 'is_string');
        }

        /** The headers of a signature as they were sent: nothing else can be verified. Most requests have none. */
        private function signature(): array
        {
            if (self::header('SIGNATURE') === null && self::header('SIGNATURE_INPUT') === null) {
                return [];
            }
            $sent = [];
            foreach (['SIGNATURE', 'SIGNATURE_INPUT', 'SIGNATURE_AGENT'] as $name) {
                $value = self::header($name) ?? '';
                $isWhole = $value !== '' && strlen($value) <= self::MAX_SIGNATURE && preg_match('//u', $value);
                $sent[strtolower($name)] = $isWhole ? $value : null;
            }
            $scheme = $this->trustProxy ? trim(explode(',', self::header('X_FORWARDED_PROTO') ?? '')[0]) : '';
            return $sent + ['scheme' => in_array($scheme, ['http', 'https'], true) ? $scheme : null];
        }

        private static function header(string $name): ?string
        {
            $value = $_SERVER['HTTP_' . $name] ?? null;
            return is_string($value) ? $value : null;
        }

        /** An IP address without port, brackets and zone; null for anything else, which the service would refuse. */
        private static function address(string $text): ?string
        {
            $text = trim($text);
            if (preg_match('/^\[([^\]]*)\](?::\d+)?$|^([\d.]+):\d+$/D', $text, $found)) {
                $text = end($found);
            }
            $text = preg_replace('/^::ffff:(?=[\d.]+$)/i', '', explode('%', $text)[0]);
            return filter_var($text, FILTER_VALIDATE_IP) === false ? null : $text;
        }

        private static function cut(?string $text): ?string
        {
            return $text === null ? null : substr($text, 0, self::MAX_CHARACTERS);
        }

        // ---- its end ----------------------------------------------------------------------------------------------

        /**
         * Ends the request after all shutdown functions, even if one exits, and after all other destructors: any
         * of them may answer, as frameworks answer a fatal error.
         */
        public function __destruct()
        {
            if ($this->delays === 1) {
                // one that is made now is destroyed last
                self::$running = $this->later();
            } elseif ($this->delays === 2 && isset($this->request['method'], $this->request['target'])) {
                // a health check by cgi-fcgi has neither, and the service would refuse the batch
                $this->quietly('finish');
            }
        }

        private function later(): self
        {
            $later = clone $this;
            $later->delays++;
            return $later;
        }

        private function finish(): void
        {
            if (function_exists('ignore_user_abort')) {
                // a client that has left would end this process with its answer
                ignore_user_abort(true);
            }
            $this->openFolder();
            $this->logWaiting();
            try {
                $this->mustBeSet(['url', 'site', 'key']);
            } catch (\RuntimeException $wrong) {
                $this->say('NOT_CONFIGURED', 'no requests are recorded: ' . $wrong->getMessage());
                return;
            }
            $this->request['status'] = $this->finishAnswer();
            $this->hold(self::lineOf($this->request));
            if ($this->isFinished && $this->isDue()) {
                self::closeSession();
                $this->sendAll();
            }
        }

        /** Ends the answer, where the server can: its client waits for nothing of what follows. Returns its status. */
        private function finishAnswer(): int
        {
            $status = http_response_code() ?: 200;
            foreach (['fastcgi_finish_request', 'litespeed_finish_request'] as $function) {
                if (!function_exists($function)) {
                    continue;
                }
                $hasBegun = headers_sent();
                while (ob_get_level() > 0 && ob_end_flush()) {
                    continue;
                }
                // only this finds out that the client has left
                flush();
                $status = !$hasBegun && connection_aborted() ? 499 : $status;
                // nothing is left to do if the page has done it, as Symfony and Laravel do
                $function();
                $this->isFinished = true;
            }
            // pages may set any number, and the service would refuse the batch
            return $status >= 0 && $status <= 999 ? $status : 0;
        }

        /** Else the next request of the same visitor would wait for its lock. */
        private static function closeSession(): void
        {
            if (function_exists('session_status') && session_status() === PHP_SESSION_ACTIVE) {
                session_write_close();
            }
        }

        // ---- the spool --------------------------------------------------------------------------------------------

        /** Only its owner may read what it holds. One that somebody else made is refused. */
        private function openFolder(): void
        {
            if (!is_dir($this->folder)) {
                mkdir($this->folder, 0700, true);
            }
            clearstatcache(true, $this->folder);
            $isOwn = (string) fileowner($this->folder) === $this->user;
            if (is_link($this->folder) || !is_dir($this->folder) || !$isOwn) {
                $advice = 'set SITE_TRAFFIC_SPOOL to a folder that the user of PHP may write to';
                throw new \RuntimeException("no requests are recorded: $this->folder cannot be used; $advice");
            }
            if ((fileperms($this->folder) & 0777) !== 0700) {
                chmod($this->folder, 0700);
            }
        }

        private static function lineOf(array $request): string
        {
            return json_encode($request, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_SLASHES) . "\n";
        }

        /** Appends a line under a lock. */
        private function hold(string $line): void
        {
            $spool = $this->lockedSpool();
            if ($spool === null) {
                $this->say('SPOOL', 'the spool cannot be written', 1);
                return;
            }
            $size = fstat($spool)['size'];
            if ($size + strlen($line) > self::MAX_SPOOL_BYTES) {
                $this->say('QUEUE_FULL', 'the spool is full', 1);
            } elseif (!self::append($spool, $size, $line)) {
                $this->say('SPOOL', 'the spool cannot be written: the disk may be full', 1);
            }
            fclose($spool);
        }

        /** @param resource $spool */
        private static function append($spool, int $size, string $line): bool
        {
            fseek($spool, max(0, $size - 1));
            // half a line, left by a process that was killed, must not spoil this one
            $line = $size > 0 && fread($spool, 1) !== "\n" ? "\n" . $line : $line;
            fseek($spool, $size);
            $isWritten = fwrite($spool, $line) === strlen($line);
            return $isWritten || !ftruncate($spool, $size);
        }

        /** @return resource|null The spool, and not one that was taken away while this process waited for its lock. */
        private function lockedSpool()
        {
            $path = $this->path('spool');
            for ($try = 0; $try < 10; $try++) {
                $spool = fopen($path, 'c+');
                if ($spool === false || !flock($spool, LOCK_EX)) {
                    return null;
                }
                clearstatcache(true, $path);
                if (fileinode($path) === fstat($spool)['ino']) {
                    return $spool;
                }
                fclose($spool);
            }
            return null;
        }

        private function isDue(): bool
        {
            $state = $this->state();
            if (time() < ($state['wait_until'] ?? 0)) {
                return false;
            }
            clearstatcache();
            $isOld = time() - ($state['sent_at'] ?? 0) >= self::DUE_AFTER_SECONDS;
            return ($isOld && filesize($this->path('spool')) > 0) || $this->files('batch-') !== [];
        }

        /**
         * Makes batches of what the spool holds. If a process is killed in between, the next one makes the same batches
         * of the same requests under the same keys: nothing is sent before all of them are there.
         */
        private function cutBatches(): void
        {
            $taken = $this->files('taken-')[0] ?? $this->takeSpool();
            if ($taken === null) {
                return;
            }
            $number = $lines = 0;
            $batch = '';
            foreach ($this->wholeLines($taken) as $line) {
                if ($lines === self::BATCH_LINES || strlen($batch) + strlen($line) > self::BATCH_BYTES) {
                    $this->writeBatch($taken, $number++, $batch);
                    $lines = 0;
                    $batch = '';
                }
                $batch .= $line;
                $lines++;
            }
            if ($batch !== '') {
                $this->writeBatch($taken, $number, $batch);
            }
            unlink($taken);
        }

        private function takeSpool(): ?string
        {
            $spool = $this->lockedSpool();
            if ($spool === null || fstat($spool)['size'] === 0) {
                return null;
            }
            $taken = $this->path('taken-' . bin2hex(random_bytes(8)));
            $isTaken = rename($this->path('spool'), $taken);
            fclose($spool);
            return $isTaken ? $taken : null;
        }

        /** A process that was killed in the middle of a write leaves half a line. */
        private function wholeLines(string $path): iterable
        {
            $file = fopen($path, 'r');
            while (($line = fgets($file)) !== false) {
                if (substr($line, -1) === "\n" && is_array(json_decode($line, true))) {
                    yield $line;
                } else {
                    $this->say('SPOOL', 'the spool has half a request', 1);
                }
            }
            fclose($file);
        }

        private function writeBatch(string $taken, int $number, string $text): void
        {
            $key = substr(hash('sha256', basename($taken) . $number), 0, 32);
            $half = $this->path('half-' . $key);
            $whole = $this->path(sprintf('batch-%011d-%03d-%s', filemtime($taken), $number, $key));
            if (file_put_contents($half, $text) !== strlen($text) || !rename($half, $whole)) {
                throw new \RuntimeException('a batch cannot be written: the disk may be full');
            }
        }

        /** @return string[] Those whose names begin so, the oldest batch first. A batch's name ends with its key. */
        private function files(string $prefix): array
        {
            $names = array_filter(scandir($this->folder) ?: [], static function (string $name) use ($prefix): bool {
                return strpos($name, $prefix) === 0;
            });
            return array_map([$this, 'path'], array_values($names));
        }

        private function path(string $name): string
        {
            return $this->folder . '/' . $name;
        }

        // ---- sending ----------------------------------------------------------------------------------------------

        /** Sends what is held, if nobody else does. Returns what it did, in a sentence. */
        private function sendAll(): string
        {
            $lock = fopen($this->path('lock'), 'c');
            if ($lock === false || !flock($lock, LOCK_EX | LOCK_NB)) {
                return 'Another process is sending.';
            }
            try {
                $why = $this->sendLocked();
            } catch (\RuntimeException $error) {
                $why = $error->getMessage();
                $this->say('SPOOL', $why);
            } finally {
                fclose($lock);
            }
            return "Recorded $this->recorded requests" . ($why === null ? '.' : "; then $why. The rest is sent later.");
        }

        /** @return string|null Why it left some. */
        private function sendLocked(): ?string
        {
            $seconds = ($this->state()['asked_until'] ?? 0) - time();
            if ($seconds > 0) {
                return "the service asked to wait $seconds more seconds";
            }
            if ($this->files('taken-') !== []) {
                $this->cutBatches();
            }
            $until = time() + self::SEND_SECONDS;
            $why = $this->sendBatches($until);
            if ($why === null) {
                $this->cutBatches();
                $why = $this->sendBatches($until);
            }
            return $why;
        }

        /** @return string|null Why it left some. */
        private function sendBatches(int $until): ?string
        {
            foreach ($this->files('batch-') as $path) {
                if (time() >= $until) {
                    return 'its time was over';
                }
                $batch = (string) file_get_contents($path);
                $lines = substr_count($batch, "\n");
                // before a try: the service may have recorded it and forgotten its key
                if (time() - filemtime($path) > self::GIVE_UP_AFTER_SECONDS) {
                    $this->say('GIVEN_UP', 'a batch could not be sent for too long', $lines);
                    unlink($path);
                    continue;
                }
                $answer = $this->post($batch, substr($path, -32));
                if ($answer['outcome'] === 'DELAYED') {
                    $this->delay($answer);
                    return $answer['why'];
                }
                unlink($path);
                $this->settle($answer, $lines);
            }
            return null;
        }

        private function settle(array $answer, int $lines): void
        {
            $this->saveState(['wait_until' => 0, 'tries' => 0, 'sent_at' => time(), 'last' => $answer['why']]);
            if ($answer['outcome'] === 'RECORDED') {
                $this->recorded += $lines;
                $this->sayRest();
            } else {
                $this->say($answer['outcome'], $answer['why'], $lines);
            }
        }

        /** Half of a pause is random, so that servers that failed together do not try again together. */
        private function delay(array $answer): void
        {
            $tries = ($this->state()['tries'] ?? 0) + 1;
            $seconds = min(2 ** min($tries - 1, 10), self::MAX_WAIT_SECONDS) * mt_rand(500, 1000) / 1000;
            $this->saveState([
                'wait_until' => time() + (int) ceil(max($seconds, $answer['retry_after'])),
                // cron does not wait for the other one: it comes once a minute
                'asked_until' => time() + $answer['retry_after'],
                'tries' => $tries,
                'last' => $answer['why'],
            ]);
            $this->say('DELAYED', $answer['why'] . '; retrying');
        }

        /** @return array{outcome: string, why: string, retry_after: int} */
        private function post(string $body, string $idempotencyKey): array
        {
            $url = $this->settings['url'] . '/collect/sites/' . rawurlencode($this->settings['site']) . '/events';
            $headers = [
                'Authorization: Bearer ' . $this->settings['key'],
                'User-Agent: site-traffic',
                'Content-Type: application/x-ndjson',
                'Idempotency-Key: ' . $idempotencyKey,
            ];
            if (function_exists('curl_init')) {
                $answer = self::postByCurl($url, $headers, $body);
            } elseif (ini_get('allow_url_fopen')) {
                $answer = self::postByStream($url, $headers, $body);
            } else {
                $answer = 'PHP cannot send: install its extension curl, or set allow_url_fopen = On';
            }
            if (is_string($answer)) {
                return ['outcome' => 'DELAYED', 'why' => $answer, 'retry_after' => 0];
            }
            return $this->readAnswer(...$answer);
        }

        /** @return array{int, string, string}|string The status, the headers and the body; or why there are none. */
        private static function postByCurl(string $url, array $headers, string $body)
        {
            $received = $text = '';
            $curl = curl_init($url);
            curl_setopt_array($curl, [
                CURLOPT_POST => true,
                CURLOPT_POSTFIELDS => $body,
                // no Expect: the body is not large
                CURLOPT_HTTPHEADER => array_merge($headers, ['Expect:']),
                // one that is followed could carry the key to another host
                CURLOPT_FOLLOWLOCATION => false,
                CURLOPT_TIMEOUT => self::TIMEOUT_SECONDS,
                CURLOPT_NOSIGNAL => true,
                CURLOPT_HEADERFUNCTION => static function ($curl, string $line) use (&$received): int {
                    $received .= $line;
                    return strlen($line);
                },
                CURLOPT_WRITEFUNCTION => static function ($curl, string $part) use (&$text): int {
                    $text = substr($text . $part, 0, self::MAX_ANSWER_BYTES);
                    return strlen($part);
                },
            ]);
            if (!curl_exec($curl)) {
                return 'the service did not respond (' . curl_strerror(curl_errno($curl)) . ')';
            }
            return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $text];
        }

        /** @return array{int, string, string}|string The status, the headers and the body; or why there are none. */
        private static function postByStream(string $url, array $headers, string $body)
        {
            $until = microtime(true) + self::TIMEOUT_SECONDS;
            $stream = fopen($url, 'r', false, stream_context_create(['http' => [
                'method' => 'POST',
                'header' => array_merge($headers, ['Connection: close']),
                'content' => $body,
                'follow_location' => 0,
                'ignore_errors' => true,
                'timeout' => self::TIMEOUT_SECONDS,
                'protocol_version' => 1.1,
            ]]));
            if ($stream === false) {
                return 'the service did not respond';
            }
            $text = '';
            // a read that blocks could last longer than it may
            stream_set_blocking($stream, false);
            while (!feof($stream) && microtime(true) < $until && strlen($text) < self::MAX_ANSWER_BYTES) {
                $part = (string) fread($stream, 8192);
                $text .= $part;
                usleep($part === '' ? 10000 : 0);
            }
            $received = implode("\n", stream_get_meta_data($stream)['wrapper_data']);
            $length = preg_match('/^content-length: *(\d+)/im', $received, $found) ? (int) $found[1] : 0;
            if (microtime(true) >= $until || strlen($text) < min($length, self::MAX_ANSWER_BYTES)) {
                return 'the service did not respond (its answer did not end)';
            }
            return [preg_match('~^HTTP/\S+ (\d{3})~', $received, $found) ? (int) $found[1] : 0, $received, $text];
        }

        /** @return array{outcome: string, why: string, retry_after: int} */
        private function readAnswer(int $status, string $headers, string $text): array
        {
            $after = preg_match('/^retry-after: *(\d{1,9})\s*$/im', $headers, $found) ? (int) $found[1] : 0;
            $answer = json_decode($text, true);
            $code = is_array($answer) && is_string($answer['code'] ?? null) ? $answer['code'] : '';
            $code = preg_match('/^[A-Z_]{1,40}$/D', $code) ? $code : '';
            $sentence = $code !== '' && is_string($answer['error'] ?? null) ? " ({$answer['error']})" : '';
            return [
                'outcome' => self::outcomeOf($status, $code, is_array($answer) ? $answer['recorded'] ?? null : null),
                'why' => $this->shown("the service answered $status " . ($code ?: 'without a code') . $sentence),
                'retry_after' => min($after, self::MAX_RETRY_AFTER_SECONDS),
            ];
        }

        private static function outcomeOf(int $status, string $code, $recorded): string
        {
            if ($status === 200 && is_int($recorded)) {
                return 'RECORDED';
            }
            if ($code === 'LIMIT_EXCEEDED') {
                return $code;
            }
            $isLater = $status === 0 || $status === 408 || $status === 429 || $status >= 500;
            return $isLater ? 'DELAYED' : 'REFUSED';
        }

        /** One line that is not long, without the key, whoever it was that answered. */
        private function shown(string $text): string
        {
            $text = str_replace($this->settings['key'] ?: "\0", '***', $text);
            return substr(preg_replace('/[\x00-\x1f\x7f]+/', ' ', $text), 0, 500);
        }

        // ---- what is remembered, and said -------------------------------------------------------------------------

        private function state(): array
        {
            $state = json_decode((string) file_get_contents($this->path('state.json')), true);
            return is_array($state) ? $state : [];
        }

        /** Only the process that sends does this. */
        private function saveState(array $changes): void
        {
            $half = $this->path('state-half');
            $text = json_encode($changes + $this->state(), JSON_INVALID_UTF8_SUBSTITUTE);
            if (file_put_contents($half, $text) === strlen($text)) {
                rename($half, $this->path('state.json'));
            }
        }

        /**
         * Says a problem at most once a minute, one that only the owner can solve once an hour, with how many requests
         * were lost. The time of its file is when it may be said again: that can be set even if the disk is full.
         */
        private function say(string $code, string $message, int $lost = 0): void
        {
            $path = $this->path('said-' . $code);
            $isNew = !file_exists($path);
            $file = fopen($path, 'c+');
            if ($file === false || !flock($file, LOCK_EX)) {
                $this->sayWithoutFolder($message);
                return;
            }
            $lost += (int) fgets($file);
            $isSeldom = in_array($code, ['REFUSED', 'LIMIT_EXCEEDED', 'NOT_CONFIGURED'], true);
            $pause = $isSeldom ? self::HOUR : self::MINUTE;
            $againAt = fstat($file)['mtime'];
            // a clock that is set back must not silence it
            $isSaid = !$isNew && $againAt > time() && $againAt <= time() + $pause;
            ftruncate($file, 0);
            rewind($file);
            fwrite($file, ($isSaid ? $lost : 0) . "\n" . $this->shown($message));
            fflush($file);
            touch($path, $isSaid ? $againAt : time() + $pause);
            fclose($file);
            if (!$isSaid) {
                $this->log($this->shown($message) . ($lost > 0 ? "; requests lost: $lost" : ''));
            }
        }

        /** Without an error_log PHP writes to the log of the web server, but only until an answer ends. */
        private function log(string $text): void
        {
            if ($this->isFinished && (string) ini_get('error_log') === '') {
                file_put_contents($this->path('unsaid'), $text . "\n", FILE_APPEND | LOCK_EX);
            } elseif (function_exists('error_log')) {
                error_log('site-traffic: ' . $text);
            }
        }

        /** What an earlier request could not write to the log. */
        private function logWaiting(): void
        {
            [$unsaid, $taken] = [$this->path('unsaid'), $this->path('saying')];
            if (!file_exists($unsaid) || !rename($unsaid, $taken)) {
                return;
            }
            foreach (file($taken, FILE_IGNORE_NEW_LINES) ?: ['something is wrong: the disk may be full'] as $text) {
                $this->log($text);
            }
            unlink($taken);
        }

        /** Says how many were lost since their problem was said. */
        private function sayRest(): void
        {
            clearstatcache();
            foreach ($this->files('said-') as $path) {
                [$lost, $message] = explode("\n", file_get_contents($path) . "\n");
                if ($lost > 0 && filemtime($path) <= time()) {
                    $this->say(substr(basename($path), strlen('said-')), $message);
                }
            }
        }

        /** For a folder that cannot remember what was said: a folder of its own among the temporary ones does it. */
        private function sayWithoutFolder(string $message): void
        {
            $mark = sys_get_temp_dir() . '/site-traffic-said-' . $this->user;
            clearstatcache();
            if (is_dir($mark) && abs(time() - filemtime($mark)) >= self::MINUTE) {
                rmdir($mark);
            }
            if (mkdir($mark, 0700) || !file_exists($mark)) {
                $this->log($this->shown($message));
            }
        }

        /** What waits, in JSON. */
        private function status(): string
        {
            $held = 0;
            foreach (['spool', 'taken-', 'batch-'] as $prefix) {
                foreach ($this->files($prefix) as $path) {
                    $held += substr_count((string) file_get_contents($path), "\n");
                }
            }
            $state = $this->state();
            return json_encode([
                'held' => $held,
                'folder' => $this->folder,
                'last_answer' => $state['last'] ?? null,
                'next_try_in_seconds' => max(0, ($state['wait_until'] ?? 0) - time()),
            ], JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES);
        }
    }
}

if (PHP_SAPI === 'cli' && realpath((string) ($_SERVER['SCRIPT_FILENAME'] ?? '')) === __FILE__) {
    exit(SiteTraffic::command((string) ($argv[1] ?? '')));
}
SiteTraffic::report();
