"""Runs what is asynchronous in a thread of its own: where a browser has been, the main one has a loop already."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """What comes of it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
