import { expect, test } from "vitest";
import { PerpetualWorld } from "../../support/scenario/perpetual-world.ts";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

test("CORE-10 a frozen coin account opens nothing and transfers nothing; resting orders can be canceled", () => {
  const s = new SpotWorld().user("alice", { USDT: "1000", BTC: "1" }).user("bob", { BTC: "1" });
  const resting = s.limit("alice", "buy", "0.1", "1000");
  const freeze = (isFrozen: boolean) =>
    s.execute({ kind: "freeze-account", userId: s.id("alice"), wallet: "coin", isFrozen });
  expect(freeze(true)).toMatchObject({ error: undefined });
  expect(freeze(true).events.filter(({ kind }) => kind === "account-frozen")).toEqual([]);

  // Order of checks: after the price band, before post-only and balance.
  expect(s.limit("alice", "buy", "0.1", "99999")).toMatchObject({ error: "trade.priceOutOfBand" });
  expect(s.limit("alice", "buy", "0.9", "1000")).toMatchObject({ error: "account.coinFrozen" });
  expect(s.market("alice", "sell", "0.1")).toMatchObject({ error: "account.coinFrozen" });
  expect(s.transfer("alice", "USDT", "0.5", "coin", "main")).toMatchObject({
    error: "wallet.belowMinimumTransfer",
  });
  expect(s.transfer("alice", "USDT", "5000", "coin", "main")).toMatchObject({ error: "account.coinFrozen" });
  s.expectBalances({ alice: { USDT: "900 + 100", BTC: "1 + 0" }, bob: { BTC: "1 + 0" } });

  // Resting orders stay in the book; others can trade with them, and they can be canceled.
  s.limit("bob", "sell", "0.05", "1000");
  s.cancel("alice", resting.orderId);
  expect(s.balances("alice")).toMatchObject({ USDT: "950 + 0" });
  s.restart();
  expect(s.limit("alice", "buy", "0.1", "1000")).toMatchObject({ error: "account.coinFrozen" });

  expect(freeze(false)).toMatchObject({ error: undefined });
  expect(s.limit("alice", "buy", "0.1", "1000")).toMatchObject({ error: undefined });
});

test("CORE-10 a frozen contract account closes and reduces, but opens nothing and adds no margin", () => {
  const world = new PerpetualWorld().user("ana", "10000").user("ben", "10000");
  world.limit("ben", "sell", "1", 60_000);
  world.place("ana", "buy", "1");
  const freeze = (isFrozen: boolean) =>
    world.execute({ kind: "freeze-account", userId: world.id("ana"), wallet: "contract", isFrozen });
  expect(freeze(true).error).toBeUndefined();
  const before = world.wallet("ana");
  expect(world.limit("ana", "buy", "0.1", 59_000).error).toBe("account.contractFrozen");
  expect(world.margin("ana", "add", "100").error).toBe("account.contractFrozen");
  expect(world.transferOut("ana", "100").error).toBe("account.contractFrozen");
  expect(world.wallet("ana")).toBe(before);
  world.limit("ben", "buy", "1", 60_000);
  expect(world.place("ana", "sell", "0.4", { reduceOnly: true }).order).toBe("filled 0.4");
  expect(world.close("ana").order).toBe("filled 0.6");
  expect(freeze(false).error).toBeUndefined();
  expect(world.limit("ana", "buy", "0.1", 59_000).error).toBeUndefined();
});

test("CORE-10 only accounts of open users are frozen", () => {
  const s = new SpotWorld().user("alice", {});
  const freeze = (userId: number, wallet: string): unknown =>
    s.execute({ kind: "freeze-account", userId, wallet: wallet as "coin", isFrozen: true });
  expect(freeze(s.id("alice"), "savings")).toMatchObject({ error: "request.parameterError" });
  expect(freeze(s.id("alice") + 1, "coin")).toMatchObject({ error: "request.parameterError" });
});
