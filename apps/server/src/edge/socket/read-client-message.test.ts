import { describe, expect, test } from "vitest";
import { parseChannelName } from "./channel-name.ts";
import { readClientMessages } from "./read-client-message.ts";

const bind = (extra: object) => ({
  type: "bind",
  uid: "",
  token: undefined,
  symbol: "BTCUSDT",
  batch: false,
  bare: false,
  lang: undefined,
  ...extra,
});

describe("SOCK-02 a bind is read in every form that clients have", () => {
  test.each([
    [
      { type: "bind", data: { uid: "10042", token: "t", symbol: "ethusdt", batch: true, bare: true } },
      bind({ uid: "10042", token: "t", symbol: "ETHUSDT", batch: true, bare: true }),
    ],
    [{ type: "bind", data: { uid: "", lang: "el" } }, bind({ lang: "el" })],
    [{ type: "bind", data: { uid: "", lang: "en-GB" } }, bind({})],
    [{ type: "bind", data: { uid: 10042 } }, bind({ uid: "10042" })],
    [{ type: "bind", data: "10042" }, bind({ uid: "10042" })],
    [{ type: "bind", data: 10042 }, bind({ uid: "10042" })],
    [{ type: "bind", uid: "10042" }, bind({ uid: "10042" })],
    [{ type: "bind", uid: 10042, data: {} }, bind({ uid: "10042" })],
    [{ type: "bind" }, bind({})],
    [{ type: "bind", data: { uid: 0 } }, bind({})],
    [{ type: "bind", data: { uid: null, token: "" } }, bind({})],
  ])("%j", (message, expected) => {
    expect(readClientMessages(JSON.stringify(message))).toEqual(expected);
  });
});

test.each([
  [{ type: "bind", data: { uid: { id: 1 } } }, "bind"],
  [{ type: "bind", data: { uid: "1", token: 5 } }, "bind"],
  [{ type: "bind", data: { uid: "1", symbol: "BTC/USDT" } }, "bind"],
  [{ type: "bind", data: { uid: 1.5 } }, "bind"],
  [{ type: "subscribe", data: {} }, "subscribe"],
  [{ type: "subscribe", data: { channels: "lunbo" } }, "subscribe"],
  [{ type: "subscribe", data: { channels: [1] } }, "subscribe"],
  [{ type: "unsubscribe", data: { channels: [], id: "blank in it" } }, "unsubscribe"],
  [{ type: "resync", data: { channel: 1 } }, "resync"],
  [{ data: {} }, null],
])("SOCK-03 %j cannot be served", (message, of) => {
  expect(readClientMessages(JSON.stringify(message))).toEqual({ type: "invalid", of });
});

test("SOCK-03 unknown types are ignored; a message that is not a JSON object is invalid", () => {
  expect(readClientMessages('{"type":"dance"}')).toEqual({ type: "unknown" });
  for (const text of ["", "ping", "1", "null", '"bind"', "{"])
    expect(readClientMessages(text)).toBeUndefined();
});

test("SOCK-27 a frame may hold several messages, each read by itself", () => {
  expect(readClientMessages('[{"type":"ping"},[],1,{"type":"dance"}]')).toEqual([
    { type: "ping", t: undefined },
    { type: "invalid", of: null },
    { type: "invalid", of: null },
    { type: "unknown" },
  ]);
  expect(readClientMessages("[]")).toEqual([]);
});

test.each([
  [7, 7],
  ["a-1", "a-1"],
  [undefined, undefined],
  [null, undefined],
  [1.5, undefined],
  ["", undefined],
  ["blank in it", undefined],
  ["x".repeat(37), undefined],
  [{}, undefined],
])("SOCK-27 the id of an order message: %j", (id, expected) => {
  const data = { orderId: "1" };
  expect(readClientMessages(JSON.stringify({ type: "order.cancel", id, data }))).toEqual({
    type: "order.cancel",
    id: expected,
    data,
  });
});

/** Short names of the periods, for one market. */
const ALIASES = Object.entries({
  "1m": "1min",
  "5m": "5min",
  "15m": "15min",
  "30m": "30min",
  "1h": "60min",
  "4h": "4hour",
  "1d": "1day",
  "1w": "1week",
}).map(([alias, period]): readonly [string, object] => [
  `kline.spot.ethusdt.${alias}`,
  { kind: "kline", market: "spot", symbol: "ETHUSDT", period },
]);

describe("SOCK-04 a channel's name is read strictly", () => {
  const names: readonly (readonly [string, object | undefined])[] = [
    ["lunbo", { kind: "lunbo" }],
    ["kline.spot.BTCUSDT.1min", { kind: "kline", market: "spot", symbol: "BTCUSDT", period: "1min" }],
    ["kline.spot.btcusdt.1week", { kind: "kline", market: "spot", symbol: "BTCUSDT", period: "1week" }],
    ["depth.spot.BTCUSDT", { kind: "depth", market: "spot", symbol: "BTCUSDT" }],
    ["depth.spot.BTCUSDT.diff", { kind: "depth-diff", market: "spot", symbol: "BTCUSDT" }],
    ["tape.contract.BTCUSDT", { kind: "tape", market: "contract", symbol: "BTCUSDT" }],
    ["mark.BTCUSDT", { kind: "mark", symbol: "BTCUSDT" }],
    ["index.BTCUSDT", { kind: "index", symbol: "BTCUSDT" }],
    ...ALIASES,
    ["kline.spot.btcusdt.1M", { kind: "kline", market: "spot", symbol: "BTCUSDT", period: "1mon" }],
    ["kline.spot.BTCUSDT.1mo", undefined],
    ["kline.spot.BTCUSDT.toString", undefined],
    ["kline.spot.BTCUSDT.2min", undefined],
    ["kline.spot.BTCUSDT", undefined],
    ["depth.spot.BTCUSDT.snapshot", undefined],
    ["depth.margin.BTCUSDT", undefined],
    ["depth.spot.BTC-USDT", undefined],
    ["index.spot.BTCUSDT", undefined],
    ["lunbo.spot", undefined],
    ["", undefined],
    [`depth.spot.${"A".repeat(5_000)}`, undefined],
  ];
  test.each(names)("%j", (name, expected) => {
    expect(parseChannelName(name)).toEqual(expected);
  });
});
