"""Other devices: the QR code leads to an address that a device on the network can open, and the page works there."""

import os
import re
import subprocess
from io import BytesIO
from itertools import count

import pytest
import zxingcpp
from bench.browser import CHROMIUM
from PIL import Image

from e2e.screens import PHONE, Mouse, Person
from web.serving import Process

NUMBERS = count(os.getpid() % 200)
pytestmark = pytest.mark.skipif(os.geteuid() != 0 and not os.environ.get("CI"), reason="network namespaces need root")


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


@pytest.fixture
def devices():
    """Two devices, joined by a cable: network namespaces, and the words that run a program there.

    No end of it is on this machine itself: its browsers would take that for another network, and tear what they fetch. So they
    would an address that comes later by itself, as one of IPv6 does some seconds after the cable is plugged in.
    """
    number = next(NUMBERS)
    hosts, theirs = names = f"fate{number}a", f"fate{number}b"
    for name in names:
        ip("netns", "add", name)
    try:
        ip("link", "add", "cable", "netns", hosts, "type", "veth", "peer", "name", "cable", "netns", theirs)
        for end, name in enumerate(names, start=1):
            ip("-n", name, "addr", "add", f"10.213.{number}.{end}/24", "dev", "cable")
            ip("-n", name, "link", "set", "cable", "addrgenmode", "none", "up")
            ip("-n", name, "link", "set", "lo", "up")
        yield [("ip", "netns", "exec", name) for name in names]
    finally:
        for name in names:
            ip("netns", "del", name)


def browser_on(device, chromium, tmp_path):
    """A browser that runs over there."""
    script = tmp_path / f"chromium-{device[-1]}"
    script.write_text(f'#!/bin/sh\nexec {" ".join(device)} {CHROMIUM} "$@"\n')
    script.chmod(0o755)
    return chromium.browser_type.launch(executable_path=str(script))


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


def test_the_code_on_the_hosts_screen_opens_on_another_device(chromium, devices, tmp_path):
    hosts, theirs = devices
    with Process(tmp_path / "data", "--host", "0.0.0.0", within=hosts) as server:
        shown = re.search(r"on other devices +(http://\S+)", server.banner)[1]
        assert not shown.startswith(("http://127.", "http://localhost"))
        assert read_code(blocks_as_picture(server.banner)) == shown

        here = browser_on(hosts, chromium, tmp_path)
        gm = Person(here, server.address, "Gwen", Mouse())
        table = gm.open_table("Under the hill")
        code = gm.page.get_by_role("img", name=re.compile("QR code")).first
        code.evaluate("one => one.decode()")  # its place is there before the picture
        link = read_code(code.screenshot())
        assert link == f"{shown}/t/{table}/join"
        assert gm.invitation() == link

        there = browser_on(theirs, chromium, tmp_path)
        ana = Person(there, shown, "Ana", Mouse(), PHONE)
        ana.join(link)
        assert not ana.page.evaluate("window.isSecureContext")
        ana.build(nerve=3, hand=4, wit=2)
        ana.say("I am here")
        gm.sees("“I am here”")
        ana.take_back()
        assert (ana.problems, gm.problems) == ([], [])
        there.close()
        here.close()


def test_a_machine_without_a_network_says_so(tmp_path):
    with Process(tmp_path, "--host", "127.0.0.1") as server:
        assert "on other devices     not reachable" in server.banner
        assert not re.search("[█▀▄]", server.banner)
