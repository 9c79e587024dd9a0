"""One real Chromium for all tests of a worker."""

import pytest
from bench.browser import CHROMIUM
from playwright.sync_api import expect, sync_playwright

from patience import PATIENCE

pytest.register_assert_rewrite("e2e.evening", "e2e.triumph_and_disaster")  # what fails there says why as well
expect.set_options(timeout=PATIENCE * 1000)


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def _nobody_stays(request):
    """Pages that are left open go on calling for a server that is gone."""
    yield
    if "chromium" in request.fixturenames:
        for context in request.getfixturevalue("chromium").contexts:
            context.close()
