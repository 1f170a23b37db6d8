import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { encodePayload } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start();
});
afterAll(async () => {
  await exchange.close();
});

const MEANT = encodePayload({ symbol: "ETHUSDT" });
const FORM = "application/x-www-form-urlencoded";

/** Requests that mean one market, but not where the wire looks for a payload. */
const UNREAD: readonly [
  string,
  { body?: string | Buffer; query?: string; headers?: Record<string, string> },
][] = [
  ["compressed", { body: gzipSync(`data=${MEANT}`), headers: { "content-encoding": "gzip" } }],
  ["without an envelope", { body: "symbol=ETHUSDT" }],
  ["in a field of another name", { body: `Data=${MEANT}` }],
  ["in the query", { query: `?data=${MEANT}`, body: "" }],
  ["in UTF-16", { body: Buffer.from(`data=${MEANT}`, "utf16le") }],
  ["empty", { body: "data=" }],
];

test.each(UNREAD)(
  "WIRE-04 a payload that is %s moves nothing: it is not taken for an empty one",
  async (how, sent) => {
    const user = await exchange.trader(`user${UNREAD.findIndex(([name]) => name === how)}@example.org`, {
      USDT: "1000",
    });
    const order = {
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "58000",
      quantity: "0.001",
    };
    accepted(await user.call("doOrder", order));
    accepted(await user.call("doOrder", order));
    for (const path of [
      "/api/Entrus/cancelAll",
      "/api/Contract/onePingCang",
      "/api/Mining/claim",
      "/api/Sandbox/faucet",
    ]) {
      const reply = await exchange.app.inject({
        method: "POST",
        url: path + (sent.query ?? ""),
        headers: { "content-type": FORM, token: user.token, ...sent.headers },
        payload: sent.body ?? "",
      });
      expect([path, reply.json<{ code: number }>().code]).toEqual([
        path,
        path.includes("Entrus") || path.includes("Contract") ? 100 : 111,
      ]);
    }
    const { id } = accepted(await user.call("profile"));
    const { orders } = await exchange.engine.accountView(Number(id));
    expect(orders).toHaveLength(2);
  },
);
