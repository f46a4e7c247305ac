"""What is special in Python: WSGI, ASGI, threads and processes. The standard library is enough to run it."""

import asyncio
import json
import os
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, HTTPServer
from unittest import mock

sys.path.insert(0, os.environ["SENDERS"])

import site_traffic  # noqa: E402

SETTINGS = {"url": "http://127.0.0.1:9", "site": "site_1", "key": "a-secret"}
ENVIRON = {"REQUEST_METHOD": "GET", "PATH_INFO": "/guide", "REMOTE_ADDR": "192.0.2.7", "HTTP_HOST": "example.org"}
SCOPE = {"type": "http", "method": "GET", "path": "/guide", "headers": [(b"host", b"example.org")]}
START = {"type": "http.response.start", "status": 200, "headers": []}
END = {"type": "http.response.body", "body": b"guide"}


def reported(mount, application):
    """The application with the sender, and the list of what it reports."""
    application = mount(application, **SETTINGS)
    taken = []
    application.reporter.take = taken.append
    return application, taken


def statuses(taken):
    return [request["status"] for request in taken]


def messages(logs):
    return [record.getMessage().replace("site-traffic: ", "") for record in logs.records]


class Wsgi(unittest.TestCase):
    def ask(self, application, environ=(), start=lambda *_: None):
        application, taken = reported(site_traffic.wsgi, application)
        return application({**ENVIRON, **dict(environ)}, start), taken

    def test_reports_once_the_server_closes_the_body_and_closes_that_of_the_application(self):
        body = mock.MagicMock()
        body.__iter__.return_value = iter([b"one, ", b"two"])

        def application(environ, start_response):
            start_response("201 Created", [])
            return body

        passed_on, taken = self.ask(application)
        self.assertEqual(list(passed_on), [b"one, ", b"two"])
        self.assertEqual(taken, [])
        passed_on.close()
        passed_on.close()
        body.close.assert_called_with()
        self.assertEqual(statuses(taken), [201])

    def test_keeps_the_length_of_a_list_and_gives_a_generator_none(self):
        self.assertEqual(len(self.ask(lambda *_: [b"guide"])[0]), 1)
        self.assertFalse(hasattr(self.ask(lambda *_: (chunk for chunk in [b"guide"]))[0], "__len__"))

    def test_reports_a_number_that_is_no_status_as_0(self):
        application, taken = reported(site_traffic.wsgi, lambda *_: [])
        exchange = site_traffic._Exchange(application.reporter, dict(ENVIRON), site_traffic._of_environ)
        exchange.status = 1200
        exchange.finished()
        self.assertEqual(statuses(taken), [0])

    def test_leaves_a_file_to_the_server(self):
        class Wrapper:
            pass

        body = Wrapper()

        def application(environ, start_response):
            start_response("200 OK", [])
            return body

        passed_on, taken = self.ask(application, {"wsgi.file_wrapper": Wrapper})
        self.assertIs(passed_on, body)
        self.assertEqual(statuses(taken), [200])

    def test_passes_on_write_and_exc_info_and_keeps_the_status_that_was_sent(self):
        def start(status, headers, exc_info=None):
            if exc_info:
                raise exc_info[1]
            return "write"

        def application(environ, start_response):
            self.assertEqual(start_response("200 OK", []), "write")
            yield b"one, "
            try:
                raise ZeroDivisionError
            except ZeroDivisionError:
                start_response("500 Error", [], sys.exc_info())

        passed_on, taken = self.ask(application, start=start)
        with self.assertRaises(ZeroDivisionError):
            list(passed_on)
        self.assertEqual(statuses(taken), [200])

    def test_reports_500_for_a_page_that_raises_before_its_first_chunk(self):
        def application(environ, start_response):
            start_response("200 OK", [])
            yield 1 / 0

        passed_on, taken = self.ask(application)
        with self.assertRaises(ZeroDivisionError):
            list(passed_on)
        self.assertEqual(statuses(taken), [500])

    def test_tells_the_path_as_it_was_sent_as_far_as_the_server_does(self):
        for environ, target in (
            ({"RAW_URI": "/a%2Fb?c=%C3%BC", "PATH_INFO": "/a/b"}, "/a%2Fb?c=%C3%BC"),
            ({"SCRIPT_NAME": "/shop", "PATH_INFO": "/a:b/\xc3\xbc", "QUERY_STRING": "c=d"}, "/shop/a:b/%C3%BC?c=d"),
            ({"PATH_INFO": ""}, "/"),
        ):
            passed_on, taken = self.ask(lambda *_: [], environ)
            passed_on.close()
            self.assertEqual(taken[0]["target"], target)

    def test_counts_a_request_once_that_passes_it_twice(self):
        inner, taken = reported(site_traffic.wsgi, lambda *_: [])
        outer, again = reported(site_traffic.wsgi, inner)
        outer(dict(ENVIRON), None).close()
        self.assertEqual(len(taken + again), 1)


class Asgi(unittest.TestCase):
    def ask(self, app, scope=SCOPE, received=()):
        app, taken = reported(site_traffic.asgi, app)
        events, sent = list(received), []

        async def receive():
            return events.pop(0)

        async def send(message):
            sent.append(message)

        try:
            asyncio.run(app(dict(scope), receive, send))
        finally:
            self.sent = sent
        return taken

    def test_reports_before_a_task_in_the_background_is_done(self):
        async def app(scope, receive, send):
            await send(START)
            await send({**END, "more_body": True})
            await send(END)
            raise ZeroDivisionError

        app, taken = reported(site_traffic.asgi, app)
        with self.assertRaises(ZeroDivisionError):
            asyncio.run(app(dict(SCOPE), None, mock.AsyncMock()))
        self.assertEqual(statuses(taken), [200])

    def test_reports_499_for_a_client_that_leaves_before_it_is_answered(self):
        async def slow(scope, receive, send):
            await receive()
            await send(START)
            await send(END)

        async def cancelled(scope, receive, send):
            raise asyncio.CancelledError

        self.assertEqual(statuses(self.ask(slow, received=[{"type": "http.disconnect"}])), [499])
        app, taken = reported(site_traffic.asgi, cancelled)
        with self.assertRaises(asyncio.CancelledError):
            asyncio.run(app(dict(SCOPE), None, None))
        self.assertEqual(statuses(taken), [499])

    def test_joins_a_signature_in_two_lines(self):
        async def app(scope, receive, send):
            await send(START)

        lines = [(b"Signature", b"a=:A:"), (b"signature-input", b"a=()"), (b"signature", b"b=:B:")]
        self.assertEqual(self.ask(app, {**SCOPE, "headers": lines})[0]["signature"], "a=:A:, b=:B:")

    def test_passes_on_a_websocket_as_it_is(self):
        async def app(scope, receive, send):
            await send({"type": "websocket.accept"})

        self.assertEqual(self.ask(app, {"type": "websocket", "path": "/"}), [])
        self.assertEqual(self.sent, [{"type": "websocket.accept"}])

    def test_sends_what_is_held_when_the_lifespan_ends_also_of_an_application_without_one(self):
        async def starlette(scope, receive, send):
            for event in ("startup", "shutdown"):
                self.assertEqual((await receive())["type"], f"lifespan.{event}")
                await send({"type": f"lifespan.{event}.complete"})

        async def django(scope, receive, send):
            raise ValueError("no lifespan")

        events = [{"type": "lifespan.startup"}, {"type": "lifespan.shutdown"}]
        for app in (starlette, django):
            with mock.patch.object(site_traffic._Reporter, "close") as close:
                self.ask(app, {"type": "lifespan"}, events)
            close.assert_called_once_with()
            answers = [f"{event['type']}.complete" for event in events]
            self.assertEqual([message["type"] for message in self.sent], answers)

    def test_raises_what_fails_in_a_lifespan(self):
        async def app(scope, receive, send):
            await receive()
            raise ZeroDivisionError

        with self.assertRaises(ZeroDivisionError):
            self.ask(app, {"type": "lifespan"}, [{"type": "lifespan.startup"}])


class Reporter(unittest.TestCase):
    def setUp(self):
        self.reporter = site_traffic.wsgi(None, **SETTINGS).reporter
        self.addCleanup(self.reporter.held.clear)

    def test_serves_without_a_url_that_can_be_used(self):
        for url in ("", "http://[bad", "http://example.org:port", "http://me@example.org", "ftp://example.org"):
            with self.assertLogs("site_traffic", "ERROR") as logs:
                self.assertIs(site_traffic.wsgi(print, **{**SETTINGS, "url": url}), print)
            self.assertIn("SITE_TRAFFIC_URL", logs.output[0])

    def test_fails_no_request_where_no_thread_can_be_started_and_sends_it_later(self):
        with mock.patch("threading.Thread.start", side_effect=RuntimeError), self.assertLogs("site_traffic"):
            self.reporter.take({})
        posted = threading.Event()
        self.reporter._post = lambda *_: (posted.set(), "RECORDED", "", 0.0)[1:]
        self.reporter.take({})
        self.reporter.close()
        self.assertTrue(posted.is_set())

    def test_holds_as_much_as_it_may_and_says_how_many_were_lost(self):
        self.reporter._keep_sending = lambda: None
        with self.assertLogs("site_traffic") as logs:
            for _ in range(site_traffic.MAX_HELD + 2):
                self.reporter.take({"user_agent": "x"})
            self.reporter._drop(list(self.reporter.held))
            self.reporter.problems.say_rest()
        self.assertEqual((len(self.reporter.held), self.reporter.held_bytes), (0, 0))
        self.assertEqual([line.rsplit(" ", 1)[1] for line in logs.output], ["1", "1"])

    @unittest.skipUnless(hasattr(os, "fork"), "there is no fork")
    def test_sends_from_a_forked_process_only_what_that_process_took(self):
        self.reporter._keep_sending = lambda: None
        self.reporter.take({})
        with self.reporter.lock:
            child = os.fork()
            if child == 0:
                os._exit(0 if not self.reporter.held and self.reporter.lock.acquire(timeout=1) else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(len(self.reporter.held), 1)

    def test_sends_again_when_the_answer_breaks_off(self):
        recorded = '{"recorded":1,"passed_over":0}'
        with service((200, recorded, 10), (200, recorded, 0)) as (url, tries):
            reporter = site_traffic.wsgi(None, **{**SETTINGS, "url": url}).reporter
            with self.assertLogs("site_traffic"):
                reporter.take({"type": "request"})
                reporter.close()
        self.assertEqual(len(tries), 2)
        self.assertEqual(tries[0], tries[1])

    def test_says_that_a_batch_is_given_up_at_its_last_try(self):
        self.reporter._post = lambda *_: ("DELAYED", "no answer", 0.0)
        self.reporter._pause = lambda *_: True
        with self.assertLogs("site_traffic") as logs:
            self.reporter._deliver([b"{}"] * 3)
        self.assertEqual(messages(logs), ["no answer; retrying", "no answer; requests lost: 3"])

    def test_gives_up_a_batch_whose_next_try_would_come_too_long_after_its_first(self):
        clock, tries = [1000.0], []
        self.reporter._post = lambda *_: (tries.append(clock[0]), "DELAYED", "wait", 3600.0)[1:]
        self.reporter._pause = lambda seconds: clock.append(clock.pop() + seconds) or True
        with mock.patch("time.monotonic", lambda: clock[0]), self.assertLogs("site_traffic") as logs:
            self.reporter._deliver([b"{}"] * 3)
        self.assertEqual(tries, [1000.0, 4600.0])
        self.assertEqual(messages(logs), ["wait; retrying", "wait; requests lost: 3"])

    def test_names_the_last_problem_when_it_says_how_many_more_were_lost(self):
        with self.assertLogs("site_traffic") as logs:
            for day in ("Monday", "Tuesday", "Wednesday"):
                self.reporter.problems.say("REFUSED", f"no room until {day}", lost=1)
            self.reporter.problems.say_rest()
        expected = ["no room until Monday; requests lost: 1", "no room until Wednesday; requests lost: 2"]
        self.assertEqual(messages(logs), expected)

    def test_starts_where_processes_cannot_be_forked(self):
        with mock.patch.object(os, "register_at_fork", create=True):
            del os.register_at_fork
            self.assertIsNotNone(site_traffic.wsgi(None, **SETTINGS).reporter)

    def test_never_shows_the_key_that_an_answer_holds(self):
        with service((403, json.dumps({"code": "FORBIDDEN", "error": "not a-secret\n"}), 0)) as (url, _):
            reporter = site_traffic.wsgi(None, **{**SETTINGS, "url": url}).reporter
            with self.assertLogs("site_traffic") as logs:
                reporter.take({"type": "request"})
                reporter.close()
        self.assertIn("403 FORBIDDEN (not *** ); requests lost: 1", logs.output[0])


class service:
    """A service that gives these answers, of which so many bytes are missing at the end."""

    def __init__(self, *answers):
        tries = self.tries = []
        coming = list(answers)

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                tries.append((self.headers["Idempotency-Key"], body))
                status, answer, missing = coming.pop(0)
                self.send_response(status)
                self.send_header("Content-Length", str(len(answer) + missing))
                self.end_headers()
                self.wfile.write(answer.encode())

            def log_message(self, *_):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, args=(0.01,)).start()
        return f"http://127.0.0.1:{self.server.server_port}", self.tries

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


if __name__ == "__main__":
    unittest.main()
