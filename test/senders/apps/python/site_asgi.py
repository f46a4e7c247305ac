"""The pages of a test site in FastAPI, for uvicorn."""

import asyncio
import logging
import os
import sys

sys.path.insert(0, os.environ["SENDERS"])
logging.basicConfig()

import site_traffic  # noqa: E402
from fastapi import FastAPI  # noqa: E402
from fastapi.responses import PlainTextResponse, StreamingResponse  # noqa: E402

app = FastAPI()
if not os.environ.get("WITHOUT_SENDER"):
    app.add_middleware(site_traffic.asgi, trust_proxy=bool(os.environ.get("TRUST_PROXY")))


@app.api_route("/guide", methods=["GET", "HEAD", "POST"], response_class=PlainTextResponse)
async def guide():
    return "guide"


@app.get("/p/{number}", response_class=PlainTextResponse)
async def page(number: int):
    return "page"


@app.get("/wait", response_class=PlainTextResponse)
async def wait():
    await asyncio.sleep(0.01)
    return "page"


@app.get("/stream")
async def stream():
    async def parts():
        yield "one, "
        yield "two"

    return StreamingResponse(parts())


@app.get("/broken")
async def broken():
    raise ZeroDivisionError
