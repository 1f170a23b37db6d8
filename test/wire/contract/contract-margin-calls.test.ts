import { type Notices, openNotices } from "@candor/server/people/notices/open-notices";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let world: ContractWorld;
let maker: WireClient;
beforeAll(async () => {
  world = await ContractWorld.start();
  maker = await world.trader("maker@example.org", "9000");
  await world.observe(60_000);
});
afterAll(async () => {
  expect([world.exchange.errors, world.exchange.undelivered]).toEqual([[], []]);
  await world.exchange.close();
});

const BTC = { symbol: "BTCUSDT" } as const;

/** Returns notices except those about account security, such as the first payment password. */
async function calls(client: WireClient): Promise<readonly string[]> {
  const reply = accepted(await client.call("message", { kind: "personal" }));
  const list = "list" in reply ? reply.list : [];
  return list
    .map(({ title, summary }) => `${title}: ${summary}`)
    .filter((line) => !line.startsWith("Security: "));
}

async function buy(client: WireClient, quantity: string, price: string): Promise<void> {
  const order = { ...BTC, type: "limit", price, quantity };
  accepted(await maker.call("contractOrder", { ...order, side: "sell" }));
  accepted(await client.call("contractOrder", { ...order, side: "buy" }));
}

const mailsTo = (email: string) =>
  world.exchange.identity.outbox.list(20, undefined, email).map(({ subject }) => subject);

/** As on a server start, after the exchange's own notices are closed. */
function restarted(): Notices {
  const { home, engine, listings, identity, documents, funding, undelivered, time } = world.exchange;
  const report = (error: unknown) => void undelivered.push(error);
  const contact = "mailto:support@candor.example";
  const { chains } = funding;
  const parts = { home, engine, listings, identity, documents, chains, contact };
  return openNotices({ ...parts, nowMs: () => time.ms, report, onFailure: report });
}

const titles = ({ service }: Notices, id: string): readonly string[] =>
  service
    .list(Number(id), "en", { after: undefined, limit: 10 })
    .map(({ title }) => title)
    .filter((title) => title !== "Security");

/** The median of index, basis and last trade equals the index once the maker's quotes and trades are gone. */
async function markAt(price: number): Promise<void> {
  await world.observe(price);
  await world.observe(price);
}

test("NOTE-10 an isolated position gets a margin call at 80 %, in the app and by mail, and another only after it was below 70 %", async () => {
  const long = await world.trader("isolated@example.org", "2000");
  accepted(await long.call("contractLeverage", { ...BTC, leverage: 50 }));
  await buy(long, "0.5", "60000");
  // Cost 30,000, margin 600: 80 % is reached at a value of 29,547.7, a mark price of 59,095.5.
  await markAt(59_200);
  expect(await calls(long)).toEqual([]);
  await markAt(59_090);
  await expect.poll(() => calls(long)).toHaveLength(1);
  expect((await calls(long))[0]).toMatch(
    /^Margin call: The margin ratio of your BTCUSDT position is 8\d\.\d+%; above 100% it is liquidated\. Add margin/,
  );
  expect(mailsTo("isolated@example.org")).toContain("Margin call");
  await markAt(59_110);
  await markAt(59_090);
  accepted(await long.call("contractMargin", { ...BTC, direction: "add", amount: "500" }));
  await markAt(59_090);
  await markAt(58_090);
  await expect.poll(() => calls(long)).toHaveLength(2);
});

test("NOTE-10 cross positions get one call together, and users without mails get none", async () => {
  const trader = await world.trader("cross@example.org", "1000");
  await markAt(60_000);
  accepted(await trader.call("contractLeverage", { ...BTC, leverage: 50, marginMode: "cross" }));
  accepted(
    await trader.call("notifySettings", { changes: [{ kind: "margin-call", channel: "mail", on: false }] }),
  );
  await buy(trader, "0.5", "60000");
  // The wallet has 985 after the fee: 80 % is reached at a mark price of 58,321.6, 70 % at 58,363.6.
  await markAt(58_400);
  expect(await calls(trader)).toEqual([]);
  await markAt(58_310);
  await expect.poll(() => calls(trader)).toHaveLength(1);
  expect((await calls(trader))[0]).toMatch(
    /^Margin call: The margin ratio of your cross positions is 8\d\.\d+%; above 100% they are liquidated\. Move money/,
  );
  expect(mailsTo("cross@example.org")).not.toContain("Margin call");

  const { id } = accepted(await trader.call("profile"));
  world.exchange.notices.close();
  let notices = restarted();
  await markAt(58_305);
  await markAt(58_310);
  expect(titles(notices, id)).toEqual(["Margin call"]);
  await markAt(60_000);
  await markAt(58_310);
  await expect.poll(() => titles(notices, id)).toHaveLength(2);
  // Changes while nothing was listening are detected at startup.
  notices.close();
  await markAt(60_000);
  notices = restarted();
  await markAt(58_310);
  await expect.poll(() => titles(notices, id)).toHaveLength(3);
  notices.close();
});

test("NOTE-10 a user liquidated by the mark that would call them gets only the notice of the liquidation", async () => {
  const notices = restarted();
  const trader = await world.trader("jump@example.org", "1000");
  await markAt(60_000);
  accepted(await trader.call("contractLeverage", { ...BTC, leverage: 50 }));
  await buy(trader, "0.5", "60000");
  const { id } = accepted(await trader.call("profile"));
  await markAt(58_900);
  await expect.poll(() => titles(notices, id)).toContain("Liquidation");
  expect(titles(notices, id)).not.toContain("Margin call");
  notices.close();
});
