import { LIMITS } from "@candor/domain/limits";
import { expect, test } from "vitest";
import { type Outcome } from "../../support/scenario/exchange-world.ts";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

const invite = (s: SpotWorld, friend: string, inviter: string): Outcome =>
  s.execute({ kind: "set-inviter", userId: s.id(friend), inviterId: s.id(inviter) });

const freeze = (s: SpotWorld, name: string, isFrozen: boolean): Outcome =>
  s.execute({ kind: "freeze-account", userId: s.id(name), wallet: "main", isFrozen });

const paid = ({ events }: Outcome) => events.filter((event) => event.kind === "referral-paid");

/** Ines has invited Ana, who buys; Otto has invited Ines. */
function friends(): SpotWorld {
  const s = new SpotWorld();
  s.user("ines").user("otto").user("ana", { USDT: "5000" }).user("ben", { BTC: "5" });
  expect(invite(s, "ana", "ines").events.slice(1)).toEqual([
    { kind: "inviter-set", userId: s.id("ana"), inviterId: s.id("ines") },
  ]);
  invite(s, "ines", "otto");
  return s;
}

test("TEAM-01 a fifth of the taker's fee goes to the inviter, in the coin of the fee, and to nobody above", () => {
  const s = friends();
  s.limit("ben", "sell", "1", "1000");
  const bought = s.market("ana", "buy", "1");
  // 0.2 % of 1 BTC is 0.002; 20 % of it is 0.0004, worth 0.4 USDT at the index of 1000.
  expect(paid(bought)).toEqual([
    {
      kind: "referral-paid",
      inviterId: s.id("ines"),
      userId: s.id("ana"),
      marketId: 0,
      tradeId: 1,
      assetId: 1,
      amountUnits: 40_000,
      valueUnits: 400_000,
      afterUnits: 40_000,
    },
  ]);
  s.expectBalances({
    ines: { "main BTC": "0.0004 + 0" },
    otto: {},
    ana: { USDT: "4000 + 0", BTC: "0.998 + 0" },
    ben: { USDT: "999 + 0", BTC: "4 + 0" },
    fees: { USDT: "1", BTC: "0.0016" },
  });
});

test("TEAM-01 the maker's fee is shared too, and each side of a trade by itself", () => {
  const s = friends();
  invite(s, "ben", "otto");
  s.limit("ben", "sell", "1", "1000");
  s.limit("ben", "sell", "1", "1001");
  const bought = s.limit("ana", "buy", "1.5", "1001");
  expect(
    paid(bought).map(({ inviterId, tradeId, assetId, amountUnits, valueUnits }) => [
      inviterId === s.id("ines") ? "ines" : "otto",
      tradeId,
      assetId,
      amountUnits,
      valueUnits,
    ]),
  ).toEqual([
    ["otto", 1, 0, 200_000, 200_000],
    ["ines", 1, 1, 40_000, 400_000],
    ["otto", 2, 0, 100_100, 100_100],
    ["ines", 2, 1, 20_000, 200_000],
  ]);
  s.expectBalances({
    ines: { "main BTC": "0.0006 + 0" },
    otto: { "main USDT": "0.3001 + 0" },
    ana: { USDT: "3499.5 + 0", BTC: "1.497 + 0" },
    ben: { USDT: "1498.9995 + 0", BTC: "3 + 0.5" },
    fees: { USDT: "1.2004", BTC: "0.0024" },
  });
});

test("TEAM-01 a frozen inviter gets nothing, the venue keeps the whole fee, and nothing is paid later", () => {
  const s = friends();
  s.limit("ben", "sell", "3", "1000");
  expect(freeze(s, "ines", true).error).toBeUndefined();
  expect(paid(s.market("ana", "buy", "1"))).toEqual([]);
  s.restart();
  expect(paid(s.market("ana", "buy", "1"))).toEqual([]);
  expect(s.balances("ines")).toEqual({});
  freeze(s, "ines", false);
  expect(paid(s.market("ana", "buy", "1"))).toMatchObject([{ amountUnits: 40_000, afterUnits: 40_000 }]);
  s.expectBalances({
    ines: { "main BTC": "0.0004 + 0" },
    otto: {},
    ana: { USDT: "2000 + 0", BTC: "2.994 + 0" },
    ben: { USDT: "2997 + 0", BTC: "2 + 0" },
    fees: { USDT: "3", BTC: "0.0056" },
  });
  // Freezing a friend does not matter: a freeze affects the earner, not the payer.
  freeze(s, "ana", true);
  s.limit("ben", "sell", "1", "1000");
  expect(paid(s.market("ana", "buy", "1"))).toHaveLength(1);
});

test("TEAM-01 on contracts maker and taker bring their inviters a share of their fees in USDT", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000").user("ines", "0");
  world.execute({ kind: "set-inviter", userId: world.id("ana"), inviterId: world.id("ines") });
  world.execute({ kind: "set-inviter", userId: world.id("ben"), inviterId: world.id("ines") });
  world.limit("ben", "sell", "1", 60_000);
  const { events } = world.place("ana", "buy", "1");
  const trade = events.find((event) => event.kind === "trade-made");
  if (trade?.kind !== "trade-made") throw new Error("nothing was traded");
  const shares = events.filter((event) => event.kind === "referral-paid");
  expect(shares.map(({ userId, amountUnits, valueUnits }) => [userId, amountUnits, valueUnits])).toEqual([
    [world.id("ben"), Math.floor(trade.makerFeeUnits / 5), Math.floor(trade.makerFeeUnits / 5)],
    [world.id("ana"), Math.floor(trade.takerFeeUnits / 5), Math.floor(trade.takerFeeUnits / 5)],
  ]);
  expect(trade.makerFeeUnits).toBeGreaterThan(0);
  expect(trade.takerFeeUnits).toBeGreaterThan(trade.makerFeeUnits);
});

test("TEAM-02 an inviter is set once forever, for two different traders with open accounts", () => {
  const s = friends();
  s.user("bot", {}, "labelled");
  const refused = { error: "request.parameterError" };
  expect(invite(s, "ana", "ines")).toMatchObject({ error: undefined });
  expect(invite(s, "ana", "ines").events).toHaveLength(1);
  expect(invite(s, "ana", "otto")).toMatchObject(refused);
  expect(invite(s, "otto", "otto")).toMatchObject(refused);
  expect(invite(s, "bot", "otto")).toMatchObject(refused);
  expect(invite(s, "otto", "bot")).toMatchObject(refused);
  for (const unknown of [0, LIMITS.firstUserId + 99, 1.5])
    expect(s.execute({ kind: "set-inviter", userId: s.id("otto"), inviterId: unknown })).toMatchObject(
      refused,
    );
  s.restart();
  expect(invite(s, "ana", "otto")).toMatchObject(refused);
});

test("TEAM-02 a changed rate applies to later fees, from none to all of the fee", () => {
  const s = friends();
  const rate = (ratePpm: number): Outcome => s.execute({ kind: "set-referral-rate", ratePpm });
  s.limit("ben", "sell", "4", "1000");
  expect(rate(200_000).events).toHaveLength(1);
  expect(rate(0).events.slice(1)).toEqual([{ kind: "referral-rate-set", ratePpm: 0 }]);
  expect(paid(s.market("ana", "buy", "1"))).toEqual([]);
  rate(1_000_000);
  s.restart();
  expect(s.exchange.exchangeView().referralRatePpm).toBe(1_000_000);
  expect(paid(s.market("ana", "buy", "1"))).toMatchObject([{ amountUnits: 200_000 }]);
  for (const wrong of [-1, 1_000_001, 0.5, Number.NaN])
    expect(rate(wrong)).toMatchObject({ error: "request.parameterError" });
  rate(333_333);
  // 0.02 BTC costs a fee of 4,000 units; a third of it, rounded down to a unit.
  expect(paid(s.market("ana", "buy", "0.02"))).toMatchObject([{ amountUnits: 1_333 }]);
  rate(1);
  expect(paid(s.market("ana", "buy", "0.02"))).toEqual([]);
});
