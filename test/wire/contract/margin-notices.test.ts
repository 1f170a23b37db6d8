import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, type GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { startLeverExchange } from "../../support/wire/lever-world.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await startLeverExchange();
});
afterAll(async () => {
  expect([exchange.errors, exchange.undelivered]).toEqual([[], []]);
  await exchange.close();
});

const BTC = { symbol: "BTCUSDT" } as const;

/** Returns notices except those about account security, such as the first payment password. */
async function noticesOf(client: WireClient): Promise<readonly string[]> {
  const reply = accepted(await client.call("message", { kind: "personal" }));
  const list = "list" in reply ? reply.list : [];
  return list
    .map(({ title, summary }) => `${title}: ${summary}`)
    .filter((line) => !line.startsWith("Security: "));
}

test("NOTE-02 a margin call is sent with its level, then the liquidation, once each, and to nobody else", async () => {
  const debtor = await exchange.trader("debtor@example.org", { USDT: "2000" });
  const seller = await exchange.trader("seller@example.org", { BTC: "0.1" });
  await exchange.observeBitcoin(1_000, 60_000);
  const order = { ...BTC, type: "limit", price: "60000", quantity: "0.05" };
  accepted(await seller.call("doOrder", { ...order, side: "sell" }));
  exchange.time.ms += 1_000;
  accepted(await debtor.call("leverTransfer", { ...BTC, asset: "USDT", direction: "in", amount: "1000" }));
  accepted(await debtor.call("leverOrder", { ...order, side: "buy", effect: "borrow" }));
  await exchange.observeBitcoin(1_000, 51_000);
  await expect.poll(() => noticesOf(debtor)).toHaveLength(1);
  expect((await noticesOf(debtor))[0]).toMatch(
    /^Margin call: The margin level of your BTCUSDT margin account is 1\.2\d+\. Add margin/,
  );
  await exchange.observeBitcoin(1_000, 50_500);
  await exchange.observeBitcoin(1_000, 42_000);
  await exchange.observeBitcoin(1_000, 41_900);
  expect((await noticesOf(debtor)).map((line) => line.split(".")[0])).toEqual([
    "Liquidation: Your BTCUSDT margin account was liquidated",
    expect.stringContaining("Margin call"),
  ]);
  expect(await noticesOf(seller)).toEqual([expect.stringContaining("Order filled: Sold 0.05")]);
});
