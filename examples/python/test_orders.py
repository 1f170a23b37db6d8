"""Tests of a trading program. Run them with: pytest examples/python"""

import pytest
from binance_client import BinanceError
from binance_order import place_and_cancel


def test_places_and_cancels_an_order(client):
    assert [status for _, status in place_and_cancel(client)] == ["NEW", "CANCELED"]


def test_finds_an_order_whose_answer_was_lost(candor, client):
    price = int(float(client.get("/api/v3/ticker/price", symbol="BTCUSDT")["price"]) * 0.95)
    order = {"symbol": "BTCUSDT", "side": "BUY", "type": "LIMIT", "timeInForce": "GTC", "quantity": "0.01"}
    rule = {"method": "POST", "path": "/api/v3/order", "fault": "answer=-1007; executed", "times": 1}
    candor.set_faults([rule])
    with pytest.raises(BinanceError) as lost:
        client.signed("POST", "/api/v3/order", price=price, newClientOrderId="lost-1", **order)
    assert lost.value.code == -1007
    found = client.signed("GET", "/api/v3/order", symbol="BTCUSDT", origClientOrderId="lost-1")
    assert found["status"] == "NEW"
