"""One real Chromium for all tests of a worker."""

import pytest
from e2e.screens import CHROMIUM
from playwright.sync_api import sync_playwright


@pytest.fixture(scope="session")
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        yield browser
        browser.close()
