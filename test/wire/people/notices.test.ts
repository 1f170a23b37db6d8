import { NOTICE_CHANNELS, NOTICE_KINDS } from "@candor/domain/notice-kinds";

import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
});
afterAll(async () => {
  expect([exchange.errors, exchange.undelivered]).toEqual([[], []]);
  await exchange.close();
});

const idOf = async (client: WireClient): Promise<number> => Number(accepted(await client.call("profile")).id);

async function messagesOf(
  client: WireClient,
): Promise<readonly { id: string; title: string; read: boolean | null; summary: string }[]> {
  const reply = accepted(await client.call("message", { kind: "personal" }));
  return "list" in reply ? reply.list : [];
}

/** Dollars that arrive by the chain go to the coin wallet. */
async function payIn(client: WireClient, amount: string): Promise<void> {
  const { depositId } = await chain.see(await idOf(client), 0, Number(amount) * 1_000_000);
  await chain.credit(depositId);
  const toCoin = { asset: "USDT", amount, from: "main", to: "coin", paymentPassword: "246810" };
  accepted(await client.call("transfer", toCoin));
}
const summaries = async (client: WireClient) => (await messagesOf(client)).map(({ summary }) => summary);
const mailsTo = (email: string) =>
  exchange.identity.outbox.list(20, undefined, email).map(({ subject }) => subject);
const setSwitch = async (client: WireClient, kind: string, channel: string, on: boolean) =>
  accepted(await client.call("notifySettings", { changes: [{ kind, channel, on }] }));

test("NOTE-02 a deposit that cannot be credited is reported once, in the app and by mail, with the amount on the chain", async () => {
  const email = "held@example.org";
  const client = await exchange.registered(email);
  const { depositId } = await chain.see(await idOf(client), 0, 5_000_000);
  chain.hold(depositId, "over-limit");
  chain.hold(depositId, "unproven");
  await expect
    .poll(() => summaries(client))
    .toEqual([
      "A deposit of 5 USDT arrived on the chain but could not be credited. We are checking it; you do not have to do anything. Customer service answers questions.",
    ]);
  const mails = exchange.identity.outbox.list(20, undefined, email).map(({ subject }) => subject);
  expect(mails.filter((subject) => subject === "Deposit not credited yet")).toHaveLength(1);
});

test("NOTE-02 deposits and fills of resting orders are reported in the app, unread until they are read, and in the reader's language", async () => {
  const buyer = await exchange.trader("buyer@example.org");
  const seller = await exchange.trader("seller@example.org", { BTC: "0.01" });
  await payIn(buyer, "1001.5");
  const atFirst = ["1,001.5 USDT arrived in your main wallet.", "A payment password was set."];
  expect(await summaries(buyer)).toEqual(atFirst);
  const order = { symbol: "BTCUSDT", type: "limit", price: "59000", quantity: "0.001" };
  accepted(await buyer.call("doOrder", { ...order, side: "buy" }));
  exchange.time.ms += 1_000;
  accepted(await seller.call("doOrder", { ...order, side: "sell" }));
  expect((await summaries(buyer))[0]).toBe("Bought 0.00100 BTC at 59,000.0 USDT.");
  // Filled at once, and play money: their own replies already reported them.
  expect(await summaries(seller)).toEqual(["A payment password was set."]);

  expect(accepted(await buyer.call("notifyUnread"))).toEqual({ messages: 3, chat: 0 });
  const [newest] = await messagesOf(buyer);
  buyer.headers = { lang: "de" };
  const one = accepted(await buyer.call("message", { id: newest?.id }));
  expect("message" in one && [one.message.title, one.message.bodyHtml]).toEqual([
    "Order ausgeführt",
    "<p>0,00100 BTC zu 59.000,0 USDT gekauft.</p>",
  ]);
  expect(accepted(await buyer.call("notifyUnread")).messages).toBe(2);
  expect((await seller.call("message", { id: "own-99" })).code).toBe(320);
  expect(accepted(await buyer.call("notifyRead"))).toEqual({ read: 2 });
  expect((await messagesOf(buyer)).map(({ read }) => read)).toEqual([true, true, true]);
});

test("NOTE-12 an order that waited and was not placed when its turn came is reported once, with the reason", async () => {
  const trader = await exchange.trader("waits@example.org", { BTC: "0.01" });
  const other = await exchange.trader("fills@example.org", { BTC: "0.01" });
  for (const client of [trader, other]) await payIn(client, "500");
  const coins = { product: "spot", symbol: "BTCUSDT", type: "limit", quantity: "0.001" };
  const place = async (client: WireClient, fields: object) =>
    accepted(await client.call("doOrder", { ...coins, ...fields }));
  await place(trader, { side: "buy", price: "52000" });
  // The order after it has to rest, but would meet the bid above.
  const maker = { side: "sell", type: "limit", price: "51000", quantity: "0.001", timeInForce: "post-only" };
  await place(trader, { side: "buy", price: "53000", pending: [maker] });
  exchange.time.ms += 1_000;
  await place(other, { side: "sell", price: "53000" });
  const refused =
    "A waiting BTCUSDT order was not placed: the market did not allow it at that moment. Check your open orders.";
  await expect.poll(async () => (await summaries(trader)).slice(0, 2)).toContain(refused);
  const bigger = { side: "buy", type: "limit", price: "54000", quantity: "0.1" };
  await place(trader, { side: "sell", price: "55000", pending: [bigger] });
  exchange.time.ms += 1_000;
  await place(other, { side: "buy", price: "55000" });
  const unfunded =
    "A waiting BTCUSDT order was not placed: the available balance was too low. Check your open orders.";
  await expect.poll(async () => (await summaries(trader)).slice(0, 2)).toContain(unfunded);
  const told = await messagesOf(trader);
  const lapsed = told.filter(({ summary }) => summary === refused || summary === unfunded);
  expect(lapsed.map(({ title }) => title)).toEqual(["Order not placed", "Order not placed"]);
  accepted(await trader.call("cancelAll", { product: "spot", symbol: "BTCUSDT" }));
});

test("NOTE-03 each kind is switched for each way by itself; mails about security are always sent", async () => {
  const client = await exchange.registered("switcher@example.org");
  const userId = await idOf(client);
  const { list, hasMailbox, devices } = accepted(await client.call("notifySettings"));
  expect([list.length, hasMailbox, devices]).toEqual([NOTICE_KINDS.length * NOTICE_CHANNELS.length, true, 0]);
  const { service } = exchange.notices;
  const deposit = { kind: "deposit", amount: "5", asset: "USDT" } as const;
  await service.tell(userId, deposit);
  expect(mailsTo("switcher@example.org")[0]).toBe("Deposit credited");
  await setSwitch(client, "deposit", "mail", false);
  await setSwitch(client, "deposit", "app", false);
  const before = [mailsTo("switcher@example.org").length, (await messagesOf(client)).length];
  await service.tell(userId, deposit);
  expect([mailsTo("switcher@example.org").length, (await messagesOf(client)).length]).toEqual(before);
  const fixed = await setSwitch(client, "security", "mail", false);
  expect(fixed.list.find(({ kind, channel }) => kind === "security" && channel === "mail")).toEqual({
    kind: "security",
    channel: "mail",
    on: true,
    fixed: true,
  });
  const wrong = await client.call("notifySettings", {
    changes: [{ kind: "weather", channel: "app", on: true }],
  });
  expect(wrong.code).toBe(111);
});

test("NOTE-03 a mail has the reader's language and anti-phishing phrase, and says where to switch it off", async () => {
  const client = await exchange.registered("phrase@example.org");
  accepted(await client.call("profile", { lang: "fr", antiPhishingCode: "bleu canard" }));
  await exchange.notices.service.tell(await idOf(client), { kind: "deposit", amount: "5", asset: "USDT" });
  const [mail] = exchange.identity.outbox.list(1, undefined, "phrase@example.org");
  expect(mail?.subject).toBe("Dépôt crédité");
  expect(mail?.text).toContain("5 USDT sont arrivés sur votre portefeuille principal.");
  expect(mail?.text).toContain("Compte → Notifications");
  expect(mail?.text).toContain("bleu canard");
});

test("NOTE-04 a price alert is sent once, when the index reaches it, and survives a read of the list", async () => {
  const client = await exchange.registered("alerts@example.org");
  await exchange.observeBitcoin(1_000, 60_000);
  const add = (direction: string, price: string) =>
    client.call("notifyAlerts", { action: "add", symbol: "btcusdt", direction, price });
  accepted(await add("above", "60500"));
  accepted(await add("below", "59000.5"));
  const { list } = accepted(await add("above", "61000"));
  expect(list.map(({ symbol, direction, price }) => [symbol, direction, price])).toEqual([
    ["BTCUSDT", "above", "61000"],
    ["BTCUSDT", "below", "59000.5"],
    ["BTCUSDT", "above", "60500"],
  ]);
  await exchange.observeBitcoin(1_000, 60_499);
  expect(accepted(await client.call("notifyAlerts")).list).toHaveLength(3);
  await exchange.observeBitcoin(1_000, 60_700);
  await exchange.observeBitcoin(1_000, 60_200);
  await exchange.observeBitcoin(1_000, 60_800);
  expect(await summaries(client)).toEqual(["BTCUSDT is at 60,700: it has reached 60,500 from below."]);
  expect(accepted(await client.call("notifyAlerts")).list).toHaveLength(2);
  await exchange.observeBitcoin(1_000, 58_900);
  expect((await summaries(client))[0]).toBe("BTCUSDT is at 58,900: it has reached 59,000.5 from above.");
  const [left] = accepted(await client.call("notifyAlerts")).list;
  accepted(await client.call("notifyAlerts", { action: "remove", alertId: left?.alertId }));
  await exchange.observeBitcoin(1_000, 62_000);
  expect(await summaries(client)).toHaveLength(2);
});

test("NOTE-04 alerts: 111, 320, 339, 212 in this order; nobody removes another's", async () => {
  const client = await exchange.registered("order@example.org");
  const stranger = await exchange.registered("stranger@example.org");
  await exchange.observeBitcoin(1_000, 60_000);
  const attempt = async (request: object, who = client) =>
    (await who.call("notifyAlerts", { action: "add", ...request })).data.error;
  const sound = { symbol: "BTCUSDT", direction: "above", price: "70000" };
  for (const wrong of [{ symbol: undefined }, { direction: "up" }, { price: "0" }, { price: "1.123456789" }])
    expect(await attempt({ ...sound, ...wrong }), JSON.stringify(wrong)).toBe("request.parameterError");
  expect(await attempt({ ...sound, symbol: "NOPEUSDT" })).toBe("request.unknownId");
  expect(await attempt({ ...sound, price: "59999" })).toBe("trade.triggerPrice");
  expect(await attempt({ ...sound, direction: "below" })).toBe("trade.triggerPrice");
  expect(await attempt(sound)).toBe(undefined);
  const [alert] = accepted(await client.call("notifyAlerts")).list;
  const removal = { action: "remove", alertId: alert?.alertId };
  expect((await stranger.call("notifyAlerts", removal)).data.error).toBe("request.unknownId");
  for (let at = 1; at < 50; at++) expect(await attempt(sound)).toBe(undefined);
  expect(await attempt(sound)).toBe("request.tooFast");
});

test("NOTE-05 rejections and returns have their reason; security and verification are reported", async () => {
  const client = await exchange.registered("reasons@example.org");
  const userId = await idOf(client);
  const { service } = exchange.notices;
  await service.tell(userId, {
    kind: "withdrawal",
    isReturned: true,
    amount: "50",
    asset: "USDT",
    reason: "wrong network",
  });
  await service.tell(userId, { kind: "verification", isPassed: false, reason: "blurred" });
  accepted(await client.call("resetPassword", { oldPassword: "kestrel7", newPassword: "falcon88" }));
  const reply = accepted(await client.call("message", { id: "own-2" }));
  expect("message" in reply && reply.message.bodyHtml).toBe(
    "<p>Your identity verification was refused. You may submit it again.</p><p>Reason: blurred</p>",
  );
  expect(await summaries(client)).toEqual([
    "Your login password was changed. All other devices have been logged out.",
    "Your identity verification was refused. You may submit it again.",
    "Withdrawal failed. 50 USDT is back in your main wallet.",
  ]);
});
