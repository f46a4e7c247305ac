"""Reports each request of a WSGI or ASGI site to Site Traffic Analytics, in the background.

    import site_traffic

    application = site_traffic.wsgi(application)     # Django, Flask, any WSGI
    application = site_traffic.asgi(application)     # FastAPI, Starlette, Django, any ASGI

The settings SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE and SITE_TRAFFIC_KEY come from the environment, or from the arguments
`url`, `site` and `key`. With `trust_proxy=True` the client's address is taken from X-Forwarded-For: use it only behind
a proxy of your own that overwrites that header.

An answer never waits for the service, and no request fails because of it. Requests are held in memory, at most 10,000,
and sent by a thread; a batch that fails is sent again under the same Idempotency-Key, so each request counts once.
Python 3.8 or newer, no other packages. MIT licence.
"""

import atexit
import functools
import ipaddress
import itertools
import json
import logging
import os
import random
import re
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from collections import deque
from datetime import datetime, timezone

__all__ = ["asgi", "wsgi"]

BATCH_LINES = 500
BATCH_BYTES = 1_048_576  # the limit of the service for one request
MAX_HELD = 10_000
MAX_HELD_BYTES = 16 * 1_048_576
FLUSH_SECONDS = 1.0
TIMEOUT_SECONDS = 10.0
MAX_WAIT_SECONDS = 60.0
MAX_RETRY_AFTER_SECONDS = 3600.0
MAX_TRIES = 60  # about an hour
# longer than they take, and than one wait that the service may ask for; it knows the key of a batch for a day
MAX_AGE_SECONDS = 4200.0
CLOSE_SECONDS = 5.0
MAX_CHARACTERS = 2_048
MAX_SIGNATURE = 4_096  # the service ignores longer ones
MAX_ANSWER = 65_536
PATH_CHARACTERS = "/:@!$&'()*+,;=~"  # sent as they are
SEEN = "site_traffic.seen"
MINUTE = 60.0
HOUR = 3600.0

log = logging.getLogger("site_traffic")


def wsgi(application, **options):
    """The same WSGI application, whose requests are reported."""
    reporter = _reporter(options)
    return _Wsgi(application, reporter) if reporter else application


def asgi(app, **options):
    """The same ASGI application, whose requests are reported. `add_middleware(site_traffic.asgi)` takes it, too."""
    reporter = _reporter(options)
    return _Asgi(app, reporter) if reporter else app


# ---- WSGI -----------------------------------------------------------------------------------------------------------


class _Wsgi:
    def __init__(self, application, reporter):
        self.application = application
        self.reporter = reporter

    def __call__(self, environ, start_response):
        exchange = _Exchange(self.reporter, environ, _of_environ)

        def start(status, headers, *exc_info):
            write = start_response(status, headers, *exc_info)
            # only now: once an answer has begun, the server raises
            exchange.status = _status_in(status)
            return write

        try:
            body = self.application(environ, start)
        except Exception:
            exchange.failed(has_begun=False)
            raise
        return _passed_on(body, exchange, environ)


def _passed_on(body, exchange, environ):
    """The body, reported once the server has closed it. A file stays one that the server can send on its own."""
    wrapper = environ.get("wsgi.file_wrapper")
    if isinstance(wrapper, type) and isinstance(body, wrapper):
        exchange.finished()
        return body
    # servers take the length of a list for the length of the answer
    return (_SizedBody if hasattr(body, "__len__") else _Body)(body, exchange)


class _Body:
    """An iterable that passes on another one, and reports when the server closes it."""

    def __init__(self, body, exchange):
        self.body = body
        self.exchange = exchange

    def __iter__(self):
        has_begun = False
        try:
            for chunk in self.body:
                yield chunk
                has_begun = True
        except Exception:
            self.exchange.failed(has_begun)
            raise

    def close(self):
        try:
            if hasattr(self.body, "close"):
                self.body.close()
        finally:
            self.exchange.finished()


class _SizedBody(_Body):
    def __len__(self):
        return len(self.body)


def _of_environ(environ, trust_proxy):
    def header(name):
        return _text(environ.get("HTTP_" + name.upper().replace("-", "_")))

    return _request(
        method=environ["REQUEST_METHOD"],
        target=_target_of(environ),
        host=header("host"),
        peer=environ.get("REMOTE_ADDR"),
        header=header,
        trust_proxy=trust_proxy,
    )


def _target_of(environ):
    """The path and query as they were sent, which most servers tell. PATH_INFO is decoded, so it is encoded again."""
    for name in ("REQUEST_URI", "RAW_URI"):
        if environ.get(name):
            return _text(environ[name])
    decoded = environ.get("SCRIPT_NAME", "") + environ.get("PATH_INFO", "")
    path = urllib.parse.quote(decoded.encode("latin-1"), safe=PATH_CHARACTERS)
    query = environ.get("QUERY_STRING")
    return f"{path or '/'}?{query}" if query else path or "/"


def _text(value):
    """Headers come as Latin-1, whatever was meant: clients send UTF-8."""
    return None if value is None else value.encode("latin-1", "replace").decode("utf-8", "replace")


def _status_in(text):
    match = re.match(r"\d{3}", str(text))
    return int(match.group()) if match else None


# ---- ASGI -----------------------------------------------------------------------------------------------------------


class _Asgi:
    def __init__(self, app, reporter):
        self.app = app
        self.reporter = reporter

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] != "http":
            await self.app(scope, receive, send)
        else:
            await self._observe(scope, receive, send)

    async def _observe(self, scope, receive, send):
        exchange = _Exchange(self.reporter, scope, _of_scope)

        async def received():
            message = await receive()
            if message["type"] == "http.disconnect":
                exchange.status = exchange.status or 499
            return message

        async def sent(message):
            if message["type"] == "http.response.start":
                exchange.status = exchange.status or message["status"]
            await send(message)
            # now: the application may go on with a task in the background
            if message["type"] == "http.response.body" and not message.get("more_body"):
                exchange.finished()

        try:
            await self.app(scope, received, sent)
        except Exception:
            exchange.failed(has_begun=exchange.status is not None)
            raise
        finally:
            # also if the task is cancelled, because the client has left
            exchange.finished()

    async def _live(self, scope, receive, send):
        """The lifespan of the application, or one for it: some servers end a process without calling `atexit`."""
        has_received = False

        async def received():
            nonlocal has_received
            has_received = True
            return await receive()

        async def sent(message):
            if message["type"].startswith("lifespan.shutdown."):
                self.reporter.close()
            await send(message)

        try:
            await self.app(scope, received, sent)
        except Exception:
            if has_received:
                raise
        # Django, for example, raises at once
        if not has_received:
            for event in ("startup", "shutdown"):
                await receive()
                await sent({"type": f"lifespan.{event}.complete"})


def _of_scope(scope, trust_proxy):
    headers = {}
    for name, value in scope["headers"]:
        name = name.lower()
        headers[name] = headers[name] + b", " + value if name in headers else value

    def header(name):
        value = headers.get(name.encode())
        return None if value is None else value.decode("utf-8", "replace")

    raw = scope.get("raw_path") or urllib.parse.quote(scope["path"], safe=PATH_CHARACTERS).encode()
    # some servers have the query in the raw path
    path = raw.split(b"?", 1)[0].decode("utf-8", "replace")
    query = scope.get("query_string", b"").decode("utf-8", "replace")
    client = scope.get("client")
    return _request(
        method=scope["method"],
        target=f"{path}?{query}" if query else path,
        host=header("host"),
        peer=client[0] if client else None,
        header=header,
        trust_proxy=trust_proxy,
    )


# ---- a request ------------------------------------------------------------------------------------------------------


class _Exchange:
    """A request and what becomes of it. It is reported once, and nothing about it can fail the request."""

    def __init__(self, reporter, given, read):
        self.reporter = reporter
        self.status = None
        self.request = None
        # a request that several of these see counts once
        if SEEN not in given:
            given[SEEN] = True
            # now: applications change what they are given
            self.request = self._guarded(lambda: read(given, reporter.trust_proxy))

    def failed(self, has_begun):
        """The application has raised: the server answers with 500, unless an answer has begun."""
        if not has_begun:
            self.status = 500
        self.finished()

    def finished(self):
        request, self.request = self.request, None
        if request:
            self._guarded(lambda: self.reporter.take({**request, "status": self._status_reported()}))

    def _status_reported(self):
        # 499 is what servers log for a client that leaves before it is answered
        status = self.status or 499
        # with a number that is longer, the service would refuse the batch
        return status if 0 < status <= 999 else 0

    def _guarded(self, call):
        try:
            return call()
        except Exception as error:
            self.reporter.problems.say("UNREADABLE", f"a request is not reported ({type(error).__name__})", lost=1)


def _request(method, target, host, peer, header, trust_proxy):
    """What is sent of a request, but for its status: see senders/README.md."""
    forwarded = (header("x-forwarded-for") or "").split(",")[0] if trust_proxy else ""
    fields = {
        "type": "request",
        "method": _cut(method),
        "target": _cut(target),
        # empty: the client sent none, as programs do
        "user_agent": _cut(header("user-agent") or ""),
        "referrer": _cut(header("referer")),
        "host": _cut(host),
        "address": _address(forwarded) or _address(peer),
        "created_at": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        **_signature(header, trust_proxy),
    }
    return {name: value for name, value in fields.items() if value is not None}


def _signature(header, trust_proxy):
    """The headers of a signature as they were sent: nothing else can be verified. Most requests have none."""
    if header("signature") is None and header("signature-input") is None:
        return {}
    names = ("signature", "signature-input", "signature-agent")
    sent = {name.replace("-", "_"): header(name) for name in names}
    whole = {name: value for name, value in sent.items() if value is not None and len(value) <= MAX_SIGNATURE}
    scheme = (header("x-forwarded-proto") or "").split(",")[0].strip() if trust_proxy else ""
    return {**whole, **({"scheme": scheme} if scheme in ("http", "https") else {})}


# most come again soon: from the same client, or from the proxy in front
@functools.lru_cache(maxsize=256)
def _address(text):
    """An IP address without port, brackets and zone; None for anything else, which the service would refuse."""
    text = (text or "").strip()[:MAX_CHARACTERS]
    dressed = re.match(r"\[([^\]]*)\](?::\d+)?$|(?:::ffff:)?([\d.]+)(?::\d+)?$", text, re.IGNORECASE)
    bare = dressed.group(1) or dressed.group(2) or "" if dressed else text
    try:
        address = ipaddress.ip_address(bare.split("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)


def _cut(text):
    return None if text is None else text[:MAX_CHARACTERS]


# ---- what is held, and sent -----------------------------------------------------------------------------------------


def _reporter(options):
    """None if the settings are missing or wrong, which is logged: the site starts as usual."""
    url, site, key = (
        str(options.pop(name, None) or os.environ.get("SITE_TRAFFIC_" + name.upper()) or "").strip()
        for name in ("url", "site", "key")
    )
    trust_proxy = options.pop("trust_proxy", False)
    if options:
        raise TypeError(f"site_traffic: no such option: {', '.join(options)}")
    wrong = _wrong_settings(url, site, key)
    if wrong:
        _Problems(key).say("NOT_CONFIGURED", f"no requests are recorded: {'; '.join(wrong)}")
        return None
    endpoint = f"{url.rstrip('/')}/collect/sites/{urllib.parse.quote(site, safe='')}/events"
    return _Reporter(endpoint, key, trust_proxy)


_to_json = json.JSONEncoder(separators=(",", ":")).encode


class _Reporter:
    """Holds requests until the service has recorded them. A thread sends them, one batch at a time."""

    def __init__(self, endpoint, key, trust_proxy):
        self.endpoint = endpoint
        self.key = key
        self.trust_proxy = trust_proxy
        self._begin()
        # servers such as gunicorn load the application and fork: the thread and what it locked stay behind
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._begin)
        atexit.register(self.close)

    def _begin(self):
        self.problems = _Problems(self.key)
        self.held = deque()
        self.held_bytes = 0
        self.wake = threading.Event()
        # reentrant: Python may collect a request, and finish it, within `take`
        self.lock = threading.RLock()
        self.thread = None
        self.give_up_at = None

    def take(self, request):
        """Holds a request. Never waits: the thread that sends has no lock while it does."""
        line = _to_json(request).encode() + b"\n"
        with self.lock:
            if self.give_up_at is not None:
                problem = ("CLOSED", "a request finished after the sender was closed")
            elif len(self.held) >= MAX_HELD or self.held_bytes + len(line) > MAX_HELD_BYTES:
                problem = ("QUEUE_FULL", f"{len(self.held)} requests are held already")
            else:
                self.held.append(line)
                self.held_bytes += len(line)
                self._keep_sending()
                return
        self.problems.say(*problem, lost=1)

    def _keep_sending(self):
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, name="site_traffic", daemon=True)
            try:
                self.thread.start()
            except RuntimeError:
                self.thread = None
                self.problems.say("NO_THREAD", "no thread can be started now; the requests wait")
        if len(self.held) >= BATCH_LINES:
            self.wake.set()

    def close(self):
        """Sends what is held, for five seconds at most. Called when the process ends."""
        with self.lock:
            if self.give_up_at is None:
                self.give_up_at = time.monotonic() + CLOSE_SECONDS
            thread = self.thread
        self.wake.set()
        if thread is not None:
            thread.join(max(0.0, self.give_up_at - time.monotonic()))
        self._give_up()
        self.problems.say_rest()

    def _give_up(self):
        with self.lock:
            lost = len(self.held)
            self.held.clear()
        if lost:
            self.problems.say("CLOSED", "the process ended before the service answered", lost=lost)

    def _run(self):
        while self.give_up_at is None or self.held:
            self.wake.wait(FLUSH_SECONDS)
            self.wake.clear()
            while self.held:
                lines = self._batch()
                self._deliver(lines)
                self._drop(lines)

    def _batch(self):
        """The oldest requests. They stay held while they are sent, since they count towards the bound."""
        lines, size = [], 0
        with self.lock:
            for line in itertools.islice(self.held, BATCH_LINES):
                size += len(line)
                if size > BATCH_BYTES:
                    break
                lines.append(line)
        return lines

    def _drop(self, lines):
        with self.lock:
            # `_give_up` may have dropped them
            for _ in lines[: len(self.held)]:
                self.held_bytes -= len(self.held.popleft())

    def _deliver(self, lines):
        body, key = b"".join(lines), str(uuid.uuid4())
        first_try = time.monotonic()
        for attempt in range(1, MAX_TRIES + 1):
            outcome, why, retry_after = self._post(body, key)
            if outcome == "RECORDED":
                return
            wait = max(min(2.0 ** (attempt - 1), MAX_WAIT_SECONDS) * random.uniform(0.5, 1), retry_after)
            is_too_late = time.monotonic() + wait - first_try > MAX_AGE_SECONDS
            if outcome == "DELAYED" and (attempt == MAX_TRIES or is_too_late):
                outcome = "GIVEN_UP"
            if outcome != "DELAYED":
                self.problems.say(outcome, why, lost=len(lines))
                return
            self.problems.say("DELAYED", f"{why}; retrying")
            if not self._pause(wait):
                self._give_up()
                return

    def _pause(self, seconds):
        """False once the time of `close` is over. It ends early when the process begins to end: for one more try."""
        was_closing = self.give_up_at is not None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if self.give_up_at is not None and not was_closing:
                return True
            if self.give_up_at is not None and time.monotonic() >= self.give_up_at:
                return False
            self.wake.wait(until - time.monotonic() if self.give_up_at is None else 0.05)
            self.wake.clear()
        return True

    def _post(self, body, idempotency_key):
        request = urllib.request.Request(
            self.endpoint,
            data=body,
            headers={
                "Authorization": f"Bearer {self.key}",
                "User-Agent": "site-traffic",
                "Content-Type": "application/x-ndjson",
                "Idempotency-Key": idempotency_key,
            },
        )
        left = TIMEOUT_SECONDS if self.give_up_at is None else max(0.1, self.give_up_at - time.monotonic())
        try:
            with _opened(request, min(TIMEOUT_SECONDS, left)) as response:
                return _outcome(response)
        except Exception as error:
            reason = getattr(error, "reason", error)
            return "DELAYED", f"the service did not respond ({type(reason).__name__})", 0.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect that is followed could carry the key to another host."""

    def redirect_request(self, *_):
        return None


# A proxy of the environment is used for https only: with plain http it would read the key.
_PROXIES = {scheme: proxy for scheme, proxy in urllib.request.getproxies().items() if scheme == "https"}
_OPENER = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler(_PROXIES))


def _opened(request, timeout):
    try:
        return _OPENER.open(request, timeout=timeout)
    except urllib.error.HTTPError as response:
        return response


def _outcome(response):
    """RECORDED, DELAYED (to be sent again), or why the batch is lost; a sentence; and how long to wait, in seconds."""
    status = response.getcode()
    answer = _answer_of(response)
    code = answer.get("code") if re.match(r"[A-Z_]{1,40}$", str(answer.get("code"))) else None
    sentence = f" ({answer['error']})" if code and isinstance(answer.get("error"), str) else ""
    why = f"the service answered {status} {code or 'without a code'}{sentence}"
    retry_after = response.headers.get("Retry-After") or ""
    wait = min(float(retry_after), MAX_RETRY_AFTER_SECONDS) if retry_after.isdecimal() else 0.0
    if status == 200 and isinstance(answer.get("recorded"), int):
        return "RECORDED", why, wait
    if code == "LIMIT_EXCEEDED":
        return code, why, wait
    return "DELAYED" if status in (408, 429) or status >= 500 else "REFUSED", why, wait


def _answer_of(response):
    """The JSON object, empty if it is none. Raises if the answer breaks off, which is no answer."""
    text = response.read(MAX_ANSWER)
    if len(text) < min(int(response.headers.get("Content-Length") or 0), MAX_ANSWER):
        raise ConnectionError
    try:
        answer = json.loads(text)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _wrong_settings(url, site, key):
    """What is missing or wrong, and what would be right. Never repeats a value, which may be a misplaced key."""
    right = {
        "url": (url, _is_plain_url(url), "an http or https URL without user name, query or fragment"),
        "site": (site, re.fullmatch(r"[\w.-]+", site), "a site id, such as site_0123456789abcdef"),
        # other characters are not allowed in a header, and its error would show the key
        "key": (key, re.fullmatch(r"[\x21-\x7e]+", key), "an API key of scope collect for the site"),
    }
    return [
        f"{name} is {'wrong' if value else 'missing'}: set SITE_TRAFFIC_{name.upper()} to {what}"
        for name, (value, is_right, what) in right.items()
        if not is_right
    ]


def _is_plain_url(url):
    try:
        parts = urllib.parse.urlsplit(url)
        is_url = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        return False
    return is_url and not re.search(r"[@?#\x00-\x20\x7f]", url)


class _Problems:
    """Says what is wrong in the log: the first time at once, then each minute or hour, with how many were lost."""

    def __init__(self, key):
        self.key = key
        self.said = {}
        self.lost = {}  # how many since it was said, with the last message
        self.lock = threading.RLock()

    def say(self, code, message, lost=0):
        with self.lock:
            lost += self.lost.get(code, (0, ""))[0]
            pause = HOUR if code in ("REFUSED", "LIMIT_EXCEEDED") else MINUTE
            now = time.monotonic()
            if now - self.said.get(code, -HOUR) < pause:
                self.lost[code] = (lost, message)
                return
            self.said[code] = now
            self.lost.pop(code, None)
        self._write(code, message, lost)

    def say_rest(self):
        with self.lock:
            rest, self.lost = self.lost, {}
        for code, (lost, message) in rest.items():
            if lost:
                self._write(code, message, lost)

    def _write(self, code, message, lost):
        shown = re.sub(r"[\x00-\x1f\x7f-\x9f]+", " ", message.replace(self.key, "***") if self.key else message)[:500]
        count = f"; requests lost: {lost}" if lost else ""
        level = logging.ERROR if code == "NOT_CONFIGURED" else logging.WARNING
        try:
            log.log(level, "site-traffic: %s%s", shown, count)
        except Exception:
            pass  # a filter or a handler of the site: a request must not fail because of it
