"""The pages of a test site, in Flask and in Django, for gunicorn."""

import logging
import os
import sys
import time

sys.path.insert(0, os.environ["SENDERS"])
logging.basicConfig()

import site_traffic  # noqa: E402


def reported(application):
    if os.environ.get("WITHOUT_SENDER"):
        return application
    return site_traffic.wsgi(application, trust_proxy=bool(os.environ.get("TRUST_PROXY")))


def parts():
    yield "one, "
    yield "two"


def wait():
    time.sleep(0.01)
    return "page"


def flask_site():
    from flask import Flask, Response

    app = Flask(__name__)
    app.logger.disabled = True  # it would print what /broken raises
    any_method = ["GET", "POST"]
    app.add_url_rule("/guide", view_func=lambda: "guide", endpoint="guide", methods=any_method)
    app.add_url_rule("/p/<int:number>", view_func=lambda number: "page", endpoint="page")
    app.add_url_rule("/wait", view_func=wait, endpoint="wait")
    app.add_url_rule("/stream", view_func=lambda: Response(parts()), endpoint="stream")
    app.add_url_rule("/broken", view_func=lambda: 1 / 0, endpoint="broken")
    app.wsgi_app = reported(app.wsgi_app)
    return app


def django_site():
    import django
    from django.conf import settings
    from django.core.handlers.wsgi import WSGIHandler
    from django.http import HttpResponse, StreamingHttpResponse
    from django.urls import path

    settings.configure(
        ALLOWED_HOSTS=["*"],
        ROOT_URLCONF=type("Urls", (), {"urlpatterns": [
            path("guide", lambda request: HttpResponse("" if request.method == "HEAD" else "guide")),
            path("p/<int:number>", lambda request, number: HttpResponse("page")),
            path("wait", lambda request: HttpResponse(wait())),
            path("stream", lambda request: StreamingHttpResponse(parts())),
            path("broken", lambda request: 1 / 0),
        ]}),
        LOGGING_CONFIG=None,
        SECRET_KEY="of a test",
    )
    logging.getLogger("django").disabled = True
    django.setup()
    return reported(WSGIHandler())
