"""What must be so before anything is loaded, and which cases of a test are run."""

from fatewright.web.serve import allow_many_seats

allow_many_seats()


def pytest_addoption(parser):
    says = "of tests whose cases run the same code: all, the first of each (and all other tests), or the others"
    parser.addoption("--cases", choices=("all", "first", "others"), default="all", help=says)


def pytest_collection_modifyitems(config, items):
    """A tracer makes tests six times as slow, and of the thousands for systems the first case shows which rules a test runs.

    So it is with any other test that is marked `alike`.
    """
    wanted, first = config.getoption("cases"), {}
    if wanted == "all":
        return
    for item in items:
        test, _, case = item.nodeid.partition("[")
        is_alike = "systems" in item.path.parts or item.get_closest_marker("alike")
        first.setdefault(test if is_alike else (test, case), item)
    chosen = set(first.values())
    left_out = [item for item in items if (item in chosen) != (wanted == "first")]
    items[:] = [item for item in items if (item in chosen) == (wanted == "first")]
    config.hook.pytest_deselected(items=left_out)
