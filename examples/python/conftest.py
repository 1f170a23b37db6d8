"""Fixtures for pytest. Copy them to your own conftest.py, or import them from there."""

import pytest
from binance_client import BinanceClient
from candor_sandbox import candor_sandbox


@pytest.fixture(scope="session")
def candor():
    """One sandbox for all tests."""
    with candor_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def client(candor):
    """A client with a new account for each test. Faults end with the test."""
    account = candor.open_account(usdt="1000000", btc="10")
    yield BinanceClient(candor.url, account["apiKey"], account["secret"])
    candor.set_faults([])
