"""Starts a Candor sandbox for a test suite. Needs nothing but Python's standard library, and Node.js 24."""

import contextlib
import http.client
import json
import pathlib
import shutil
import socket
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVE = ROOT / "packages" / "sandbox" / "src" / "serve.mjs"
TIMEOUT_S = 60
STOP_TIMEOUT_S = 40
ADVANCE_TIMEOUT_S = 3600


class CandorError(Exception):
    """The sandbox did not start, or refused a request."""


class Candor:
    """A running sandbox: `url` for HTTP, `ws_url` for WebSocket, `home` with its data, `pid` of its process."""

    def __init__(self, line):
        self.url = line["url"]
        self.ws_url = line["wsUrl"]
        self.home = line["home"]
        self.pid = line["pid"]
        self._socket = line["socket"]

    def open_account(self, usdt="1000000", futures_usdt=None, btc=None, coins=None, key=None, secret=None):
        """Opens an account with play money. Returns a dictionary with `apiKey`, `secret`, `spot` and `futures`.

        Half of the USDT is for futures unless `futures_usdt` says otherwise. A key of your own has 64 letters and digits,
        like its secret; if it exists, its account is returned unchanged.
        """
        assets = {"USDT": usdt, **({} if btc is None else {"BTC": btc}), **(coins or {})}
        body = {"assets": {symbol: str(amount) for symbol, amount in assets.items()}}
        if futures_usdt is not None:
            body["futuresUsdt"] = str(futures_usdt)
        if key is not None:
            body["apiKey"] = key
        if secret is not None:
            body["secret"] = secret
        return {**self._ask("POST", "/sandbox/account", body), "url": self.url}

    def set_faults(self, rules):
        """Replaces the fault rules of docs/faults.md; `[]` ends faults."""
        return self._ask("PUT", "/sandbox/faults", rules)["rules"]

    def faults(self):
        """Returns the rules, and how often each has applied."""
        return self._ask("GET", "/sandbox/faults")["rules"]

    def advance(self, advance_ms, step_ms=0):
        """Lets time pass, if the clock is manual. Returns `timeMs`, and `seq` and `hash` of the journal."""
        return self._ask("POST", "/sandbox/time", {"advanceMs": advance_ms, "stepMs": step_ms}, ADVANCE_TIMEOUT_S)

    def time(self):
        """Returns the time like `advance`."""
        return self._ask("GET", "/sandbox/time")

    def set_balance(self, user_id, wallet, asset, amount):
        """Test rig: sets the available balance of the wallet `spot`, `futures`, `main` or `option`."""
        body = {"userId": user_id, "wallet": wallet, "asset": asset, "amount": str(amount)}
        return self._ask("POST", "/sandbox/balance", body)

    def push_index(self, symbol, price):
        """Test rig: sets the index of a spot market, which its contract follows."""
        return self._ask("POST", "/sandbox/index", {"symbol": symbol, "price": str(price)})

    def settle_funding(self, symbol):
        """Test rig: ends the funding interval of a contract."""
        return self._ask("POST", "/sandbox/funding", {"symbol": symbol})

    def place_book(self, symbol, market="spot", bids=(), asks=()):
        """Test rig: replaces the orders of an earlier call. Each level has a price and a quantity."""
        levels = [[[str(price), str(quantity)] for price, quantity in side] for side in (bids, asks)]
        body = {"symbol": symbol, "market": market, "bids": levels[0], "asks": levels[1]}
        return self._ask("POST", "/sandbox/book", body)

    def _ask(self, method, path, body=None, timeout=TIMEOUT_S):
        connection = _SocketConnection(self._socket, timeout)
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, path, content, {"Content-Type": "application/json"})
            response = connection.getresponse()
            reply = json.loads(response.read())
        finally:
            connection.close()
        if response.status not in (200, 201):
            raise CandorError(reply.get("problem", f"HTTP {response.status}"))
        return reply


class _SocketConnection(http.client.HTTPConnection):
    """HTTP over the socket in the sandbox's home, which only its owner can open."""

    def __init__(self, path, timeout):
        super().__init__("localhost", timeout=timeout)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


@contextlib.contextmanager
def candor_sandbox(home=None, port=0, env=None, node=None, seed=None, clock=None, mode=None):
    """Starts a sandbox that trades when the block begins and is gone after it, also when this program is killed.

    With `seed`, prices, market makers and founding time repeat; with `clock="manual"`, time stands still until `advance`;
    with `mode="scenario"`, everything can be set.
    `env` has environment variables of the server. Without `home`, its data is in a temporary directory.
    """
    command = [node or shutil.which("node") or "node", str(SERVE), "--port", str(port)]
    if home is not None:
        command += ["--home", str(home)]
    if seed is not None:
        command += ["--seed", str(seed)]
    if clock is not None:
        command += ["--clock", clock]
    if mode is not None:
        command += ["--mode", mode]
    for name, value in (env or {}).items():
        command += ["--env", f"{name}={value}"]
    # The server's errors go where this program's errors go. It stops when its standard input ends.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        if line == "":
            raise CandorError(f"the sandbox did not start (exit code {process.wait()}); see the errors above")
        yield Candor(json.loads(line))
    finally:
        process.stdin.close()
        try:
            process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()
