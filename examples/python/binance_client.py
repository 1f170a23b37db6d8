"""A small signed client for Binance's REST API, with `requests` if it is installed and the standard library otherwise."""

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.parse
import urllib.request

try:
    import requests
except ImportError:
    requests = None

TIMEOUT_S = 30


class BinanceError(Exception):
    """A refusal: `status` is HTTP's, `code` is Binance's."""

    def __init__(self, status, code, text):
        super().__init__(f"HTTP {status}, code {code}: {text}")
        self.status = status
        self.code = code


class BinanceClient:
    """Calls the API at `url`. Names and values of parameters are Binance's.

    `now_ms` returns the time of requests in milliseconds; by default the system's. With a manual clock, it must return the
    exchange's.
    """

    def __init__(self, url, api_key, secret, now_ms=lambda: int(time.time() * 1000)):
        self.url = url
        self.api_key = api_key
        self.secret = secret
        self.now_ms = now_ms

    def get(self, path, **parameters):
        """A public call."""
        return self._send("GET", path, urllib.parse.urlencode(parameters), {})

    def signed(self, method, path, **parameters):
        """A call that needs the key. Returns the reply's JSON; raises BinanceError for a refusal."""
        parameters["timestamp"] = self.now_ms()
        query = urllib.parse.urlencode(parameters)
        signature = hmac.new(self.secret.encode(), query.encode(), hashlib.sha256).hexdigest()
        return self._send(method, path, f"{query}&signature={signature}", {"X-MBX-APIKEY": self.api_key})

    def _send(self, method, path, query, headers):
        send = _send_by_urllib if requests is None else _send_by_requests
        status, text = send(method, f"{self.url}{path}?{query}", headers)
        reply = json.loads(text)
        if status != 200:
            raise BinanceError(status, reply.get("code"), reply.get("msg"))
        return reply


def _send_by_requests(method, url, headers):
    response = requests.request(method, url, headers=headers, timeout=TIMEOUT_S)
    return response.status_code, response.text


def _send_by_urllib(method, url, headers):
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
