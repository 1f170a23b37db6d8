"""Places an order below the market and cancels it.

With an account of a running sandbox:

    npm run -s sandbox -- account --json > .candor/account.json
    python3 examples/python/binance_order.py .candor/account.json

Without a file, it starts a sandbox of its own:

    python3 examples/python/binance_order.py
"""

import json
import sys

from binance_client import BinanceClient
from candor_sandbox import candor_sandbox

SYMBOL = "BTCUSDT"


def place_and_cancel(client):
    """Returns the order's number and status after placing and after canceling it."""
    last = float(client.get("/api/v3/ticker/price", symbol=SYMBOL)["price"])
    # Too low to be filled now; a whole number is on every tick.
    order = {"side": "BUY", "type": "LIMIT", "timeInForce": "GTC", "quantity": "0.01", "price": int(last * 0.95)}
    placed = client.signed("POST", "/api/v3/order", symbol=SYMBOL, **order)
    canceled = client.signed("DELETE", "/api/v3/order", symbol=SYMBOL, orderId=placed["orderId"])
    return [(each["orderId"], each["status"]) for each in (placed, canceled)]


def run(account):
    """Trades with an account as `npm run sandbox -- account --json` prints it."""
    client = BinanceClient(account["url"], account["apiKey"], account["secret"])
    for order_id, status in place_and_cancel(client):
        print(f"order {order_id} is {status}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        with open(sys.argv[1], encoding="utf-8") as file:
            run(json.load(file))
    else:
        with candor_sandbox() as sandbox:
            run(sandbox.open_account())
