"""What must be so before anything is loaded, and in which order tests are run."""

import pytest
from hypothesis import HealthCheck, settings

import marks

if marks.FOLDER:
    marks.watch()  # before anything else of ours is imported

from fatewright.web.serve import allow_many_seats
from tracing import untraced
from witnesses import forget

allow_many_seats()
settings.register_profile("at any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("at any speed")  # no example fails because a machine is busy

FIRST = ("test_bench.py", "test_pages.py", "test_evenings.py", "test_fight.py")  # the longest
FOLDERS = ("e2e", "project", "leaks", "kit", "web", "laws", "golden", "cli", "server", "hard", "core", "systems")


@pytest.fixture(name="untraced")
def _untraced():
    """For tests that run the same lines a thousand times: others see to it that every branch is covered."""
    with untraced():
        yield


def pytest_collection_modifyitems(items):
    """What takes long comes first, so that no core waits for it at the end."""
    items.sort(key=lambda item: (item.path.name not in FIRST, _turn(item.path.parent.name)))


def pytest_configure(config):
    if marks.FOLDER and not config.pluginmanager.hasplugin("dsession"):  # which only hands tests out
        config.pluginmanager.register(marks.Notes(forget))


def _turn(folder):
    return FOLDERS.index(folder) if folder in FOLDERS else len(FOLDERS)
