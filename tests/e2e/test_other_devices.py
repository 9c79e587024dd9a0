"""Other devices: the QR code leads to an address that a device on the network can open, and the page works there."""

import os
import re
import subprocess
from io import BytesIO
from itertools import count

import pytest
import zxingcpp
from PIL import Image

from e2e.screens import CHROMIUM, PHONE, Mouse, Person
from web.serving import Process

NUMBERS = count(os.getpid() % 200)
pytestmark = pytest.mark.skipif(os.geteuid() != 0 and not os.environ.get("CI"), reason="network namespaces need root")


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@pytest.fixture
def elsewhere(tmp_path):
    """Another device: a network namespace, joined to this machine by a cable. A browser that runs over there."""
    number = next(NUMBERS)
    name, ours, theirs = f"fate{number}", f"fw{number}a", f"fw{number}b"
    ip("netns", "add", name)
    try:
        ip("link", "add", ours, "type", "veth", "peer", "name", theirs, "netns", name)
        ip("addr", "add", f"10.213.{number}.1/24", "dev", ours)
        ip("link", "set", ours, "up")
        for words in (
            ("addr", "add", f"10.213.{number}.2/24", "dev", theirs),
            ("link", "set", theirs, "up"),
            ("link", "set", "lo", "up"),
            ("route", "add", "default", "via", f"10.213.{number}.1"),
        ):
            ip("-n", name, *words)
        script = tmp_path / "chromium-elsewhere"
        script.write_text(f'#!/bin/sh\nexec ip netns exec {name} {CHROMIUM} "$@"\n')
        script.chmod(0o755)
        yield script
    finally:
        ip("netns", "del", name)


def read_code(picture):
    (code,) = zxingcpp.read_barcodes(Image.open(BytesIO(picture)))
    return code.text


def blocks_as_picture(banner):
    """The QR code of the terminal as a picture: each sign is two squares, light where it is drawn."""
    rows = [line.strip("\n")[2:] for line in banner.splitlines() if re.fullmatch("[ █▀▄]{10,}", line)]
    light = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1), " ": (0, 0)}
    width, height = max(map(len, rows)), 2 * len(rows)
    picture = Image.new("L", (width, height), 255)
    for y, row in enumerate(rows):
        for x, sign in enumerate(row.ljust(width)):
            for half in (0, 1):
                picture.putpixel((x, 2 * y + half), 255 * light[sign][half])
    buffer = BytesIO()
    picture.resize((width * 8, height * 8), Image.Resampling.NEAREST).save(buffer, "PNG")
    return buffer.getvalue()


def test_the_code_on_the_hosts_screen_opens_on_another_device(chromium, elsewhere, tmp_path):
    with Process(tmp_path / "data", "--host", "0.0.0.0") as server:
        shown = re.search(r"on other devices +(http://\S+)", server.banner)[1]
        assert not shown.startswith(("http://127.", "http://localhost"))
        assert read_code(blocks_as_picture(server.banner)) == shown

        gm = Person(chromium, server.address, "Gwen", Mouse())
        table = gm.open_table("Under the hill")
        code = gm.page.get_by_role("img", name=re.compile("QR code")).first
        link = read_code(code.screenshot())
        assert link == f"{shown}/t/{table}/join"
        assert gm.invitation() == link

        theirs = chromium.browser_type.launch(executable_path=str(elsewhere))
        ana = Person(theirs, shown, "Ana", Mouse(), PHONE)
        ana.join(link)
        assert not ana.page.evaluate("window.isSecureContext")
        ana.build(nerve=3, hand=4, wit=2)
        ana.say("I am here")
        gm.sees("Ana: I am here")
        ana.take_back()
        assert (ana.problems, gm.problems) == ([], [])
        theirs.close()


def test_a_machine_without_a_network_says_so(tmp_path):
    with Process(tmp_path, "--host", "127.0.0.1") as server:
        assert "on other devices     not reachable" in server.banner
        assert not re.search("[█▀▄]", server.banner)
