import { expect, test } from "vitest";
import { addressAtHost, TLS_HOSTS } from "./binance-hosts.ts";

const at = (label: string, url: string) => addressAtHost(`${label}.candor.localhost:8443`, url);

test.each([
  ["api", "/api/v3/time?x=1", "/api/v3/time?x=1"],
  ["api", "/sapi/v1/system/status", "/sapi/v1/system/status"],
  ["fapi", "/fapi/v1/time", "/fapi/v1/time"],
  ["fapi", "/futures/data/basis?pair=BTCUSDT", "/futures/data/basis?pair=BTCUSDT"],
  ["stream", "/ws", "/stream/ws"],
  ["stream", "/ws/btcusdt@trade", "/stream/ws/btcusdt@trade"],
  ["stream", "/stream?streams=btcusdt@trade", "/stream?streams=btcusdt@trade"],
  ["fstream", "/ws/btcusdt@aggTrade", "/fstream/ws/btcusdt@aggTrade"],
  ["fstream", "/stream?streams=a/b", "/fstream/stream?streams=a/b"],
  ["fstream", "/private/ws?listenKey=k", "/fstream/private/ws?listenKey=k"],
  ["ws-api", "/ws-api/v3", "/ws-api/v3"],
  ["ws-fapi", "/ws-fapi/v1", "/ws-fapi/v1"],
])("SBOX-35 %s has %s as at Binance", (label, url, here) => {
  expect(at(label, url)).toBe(here);
});

test.each([
  ["api", "/fapi/v1/time"],
  ["api", "/apiary"],
  ["api", "/"],
  ["fapi", "/api/v3/time"],
  ["stream", "/fstream/ws"],
  ["ws-api", "/ws-fapi/v1"],
])("SBOX-35 %s does not have %s", (label, url) => {
  expect(at(label, url)).toBeUndefined();
});

test("SBOX-35 other hosts have every address of the plain port", () => {
  for (const host of ["", "localhost:8443", "candor.localhost", "other.candor.localhost", "127.0.0.1:8443"])
    expect(addressAtHost(host, "/fapi/v1/time")).toBe("/fapi/v1/time");
  expect(at("API", "/api/v3/time")).toBe("/api/v3/time");
  expect(TLS_HOSTS).toHaveLength(8);
});
