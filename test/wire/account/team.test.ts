import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ines: WireClient;
let ana: WireClient;
let ben: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({});
  ines = await exchange.trader("ines@example.org");
  const { invitationCode } = accepted(await ines.call("profile"));
  ana = await exchange.trader("anabel@example.org", { USDT: "1000" }, invitationCode);
  ben = await exchange.trader("ben@example.org", { BTC: "0.05" });
  await exchange.registered("otto@example.org", "kestrel7", invitationCode);
});
afterAll(async () => {
  await exchange.close();
});

const minSeq = () => ({ minSeq: exchange.engine.durableSeq });
const order = (side: "buy" | "sell") => ({
  symbol: "BTCUSDT",
  side,
  type: "limit" as const,
  price: "60000",
  quantity: "0.005",
});

/** Ben sells to Ana, who pays 0.1 % of 0.005 BTC: 0.000005 BTC. */
async function trade(): Promise<void> {
  await exchange.observePrices();
  accepted(await ben.call("doOrder", order("sell")));
  accepted(await ana.call("doOrder", order("buy")));
  accepted(await ines.call("moneyLog", minSeq()));
}

test("TEAM-04 a friend's trade shows in the team, in the fund records and in the earnings of the inviter", async () => {
  const { invitationCode } = accepted(await ines.call("profile"));
  const before = accepted(await ines.call("team"));
  expect(before).toMatchObject({
    invitationCode,
    inviteUrl: `/#/pages/login/reg?code=${invitationCode}`,
    size: 2,
    contribution: "0.000000",
    referralRate: "0.200000",
    nextCursor: null,
  });
  expect(before.list.map(({ username, contribution }) => [username, contribution])).toEqual([
    ["o***o", "0.000000"],
    ["a***l", "0.000000"],
  ]);
  await trade();
  // 20 % of 0.000005 BTC is 0.000001, worth 0.06 USDT at 60,000.
  const after = accepted(await ines.call("team"));
  expect(after.contribution).toBe("0.060000");
  expect(after.list.map(({ contribution }) => contribution)).toEqual(["0.000000", "0.060000"]);
  const wallet = accepted(await ines.call("walletIndex", minSeq()));
  expect(wallet.earnings).toMatchObject({ referralTotal: "0.060000", miningTotal: "0.000000" });
  expect(wallet.wallets.main.find(({ asset }) => asset === "BTC")).toMatchObject({ available: "0.00000100" });
  const { list } = accepted(await ines.call("moneyLog", minSeq()));
  expect(list[0]).toMatchObject({
    kind: "referral",
    wallet: "main",
    asset: "BTC",
    amount: "0.00000100",
    balanceAfter: "0.00000100",
    result: "success",
    note: "Share of an invited friend’s trading fees",
  });
  // Only one level, and hidden from others.
  for (const other of [ana, ben])
    expect(accepted(await other.call("team"))).toMatchObject({ size: 0, contribution: "0.000000", list: [] });
});

test("TEAM-04 friends are paged, newest first, and a cursor is valid for its list only", async () => {
  const first = accepted(await ines.call("team", { limit: 1 }));
  expect(first.list.map(({ username }) => username)).toEqual(["o***o"]);
  const second = accepted(await ines.call("team", { limit: 1, cursor: first.nextCursor ?? "" }));
  expect(second.list.map(({ username }) => username)).toEqual(["a***l"]);
  expect(second).toMatchObject({ nextCursor: null, size: 2 });
  expect((await ana.call("team", { cursor: first.nextCursor ?? "" })).code).toBe(111);
  expect((await exchange.client().call("team")).code).toBe(48);
});

test("TEAM-04 a frozen inviter earns nothing until the ban is lifted", async () => {
  const { id } = accepted(await ines.call("profile"));
  const team = async () => accepted(await ines.call("team")).contribution;
  const before = await team();
  await exchange.identity.setBanned(Number(id), true);
  await exchange.observePrices();
  accepted(await ben.call("doOrder", order("sell")));
  accepted(await ana.call("doOrder", order("buy")));
  await exchange.identity.setBanned(Number(id), false);
  accepted(await ines.call("moneyLog", minSeq()));
  expect(await team()).toBe(before);
  await trade();
  expect(await team()).toBe("0.120000");
});

test("TEAM-06 an inviter whose account was closed earns nothing more", async () => {
  const inesId = Number(accepted(await ines.call("profile")).id);
  const earned = async () => (await exchange.engine.accountView(inesId)).balances;
  const before = await earned();
  await exchange.observePrices();
  await exchange.identity.closings.close(inesId);
  await exchange.closing.finishAll();
  accepted(await ben.call("doOrder", { ...order("sell"), quantity: "0.001" }));
  accepted(await ana.call("doOrder", { ...order("buy"), quantity: "0.001" }));
  expect(await earned()).toEqual(before);
});
