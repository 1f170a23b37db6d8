import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SpotWorld } from "../../support/scenario/spot-world.ts";

test("CORE-04 money moves between a user's wallets free of charge, with a record on either side", () => {
  const s = new SpotWorld().user("alice", { USDT: "1000" });
  const moved = s.transfer("alice", "USDT", "400", "coin", "contract");
  expect(moved.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    {
      wallet: "coin",
      amountUnits: -400_000_000,
      afterUnits: 600_000_000,
      record: "transfer-out",
      refId: moved.seq,
    },
    {
      wallet: "contract",
      amountUnits: 400_000_000,
      afterUnits: 400_000_000,
      record: "transfer-in",
      refId: moved.seq,
    },
  ]);
  s.transfer("alice", "USDT", "100", "contract", "option");
  s.transfer("alice", "USDT", "600", "coin", "main");
  s.expectBalances({
    alice: { "main USDT": "600 + 0", "contract USDT": "300 + 0", "option USDT": "100 + 0" },
  });
});

test("CORE-04 a transfer's rejections have the documented order and move nothing", () => {
  const s = new SpotWorld().user("alice", { USDT: "1000" });
  const transfer = (amount: string, from = "coin", to = "main"): unknown =>
    s.transfer("alice", "USDT", amount, from as "coin", to as "main");
  expect(transfer("0", "coin", "coin")).toMatchObject({ error: "request.parameterError" });
  expect(transfer("0", "coin", "vault")).toMatchObject({ error: "request.parameterError" });
  expect(transfer("0")).toMatchObject({ error: "wallet.amountError" });
  expect(transfer("0.999999", "option")).toMatchObject({
    error: "wallet.belowMinimumTransfer",
    params: [1_000_000, 0, 0],
  });
  expect(transfer("1", "option")).toMatchObject({ error: "wallet.insufficientBalance", params: [0, 0, 0] });
  expect(transfer("1000.000001")).toMatchObject({
    error: "wallet.insufficientBalance",
    params: [1_000_000_000, 0, 0],
  });
  expect(transfer("999.5")).toMatchObject({
    error: "wallet.remainderBelowMinimum",
    params: [1_000_000, 0, 0],
  });
  s.expectBalances({ alice: { USDT: "1000 + 0" } });
  expect(transfer("999")).toMatchObject({ error: undefined });
  expect(transfer("1")).toMatchObject({ error: undefined });
  s.expectBalances({ alice: { "main USDT": "1000 + 0" } });
});

test("WEB-122 the whole available amount may leave a wallet, also below the minimum transfer, under the new rules", () => {
  const s = new SpotWorld().user("ana");
  s.deposit("ana", "BTC", "0.00002");
  s.deposit("ana", "USDT", "0.4");
  const move = (coin: "BTC" | "USDT", amount: string, from: "coin" | "main") =>
    s.transfer("ana", coin, amount, from, from === "coin" ? "main" : "coin").error;
  expect(move("BTC", "0.00002", "main")).toBe("wallet.belowMinimumTransfer");
  expect(s.adoptRules(RULES.transferAll).error).toBeUndefined();
  expect(move("BTC", "0.00001999", "main")).toBe("wallet.belowMinimumTransfer");
  expect(move("BTC", "0.00002001", "main")).toBe("wallet.belowMinimumTransfer");
  s.expectBalances({ ana: { "main BTC": "0.00002 + 0", "main USDT": "0.4 + 0" } });
  expect(move("BTC", "0.00002", "main")).toBeUndefined();
  expect(move("USDT", "0.4", "main")).toBeUndefined();
  s.expectBalances({ ana: { BTC: "0.00002 + 0", USDT: "0.4 + 0" } });
  // Funds frozen for orders are not available: only the rest can be moved.
  s.deposit("ana", "USDT", "1000");
  expect(move("USDT", "1000", "main")).toBeUndefined();
  s.limit("ana", "buy", "1", "1000");
  expect(move("USDT", "0.4", "coin")).toBeUndefined();
  s.expectBalances({ ana: { BTC: "0.00002 + 0", USDT: "0 + 1000", "main USDT": "0.4 + 0" } });
});

test("CORE-04 funds frozen for orders cannot be transferred", () => {
  const s = new SpotWorld().user("alice", { USDT: "1000" });
  s.limit("alice", "buy", "0.6", "1000");
  expect(s.transfer("alice", "USDT", "401", "coin", "main").error).toBe("wallet.insufficientBalance");
  expect(s.transfer("alice", "USDT", "400", "coin", "main").error).toBeUndefined();
  s.expectBalances({ alice: { USDT: "0 + 600", "main USDT": "400 + 0" } });
});

test("CORE-05 a deposit comes from the sandbox treasury, once for each key", () => {
  const s = new SpotWorld().user("alice");
  const first = s.deposit("alice", "USDT", "250", "d1");
  expect(first.events).toContainEqual(
    expect.objectContaining({
      kind: "funds-posted",
      record: "faucet",
      amountUnits: 250_000_000,
      refId: first.seq,
    }),
  );
  expect(s.deposit("alice", "USDT", "250", "d1").replayedSeq).toBe(first.seq);
  expect(s.deposit("alice", "USDT", "251", "d1").error).toBe("request.keyConflict");
  expect(s.exchange.systemBalance("sandbox-treasury", 0)).toBe(-250_000_000);
  s.expectBalances({ alice: { "main USDT": "250 + 0" } });
});

test("CORE-05 no more of an asset is issued than every sum of balances can hold", () => {
  const s = new SpotWorld().user("alice").user("bob");
  const most = LIMITS.maxUnits as Units;
  const issue = (name: string, amountUnits: number): string | undefined =>
    s.execute({
      kind: "deposit",
      userId: s.id(name),
      assetId: 0,
      amountUnits: amountUnits as Units,
      origin: "faucet",
      key: "",
    }).error;
  for (const amount of [0, -1, 0.5, most + 1, Number.NaN, Number.POSITIVE_INFINITY])
    expect(issue("alice", amount)).toBe("wallet.amountError");
  expect(issue("alice", most - 5)).toBeUndefined();
  expect(issue("bob", 6)).toBe("wallet.amountError");
  expect(issue("bob", 5)).toBeUndefined();
  expect(s.exchange.sumOf(0)).toBe(0n);
});

test("CORE-05 a user without an account and an unknown asset are parameter errors", () => {
  const s = new SpotWorld();
  const base = { kind: "deposit", origin: "faucet", key: "", amountUnits: 1 as Units } as const;
  expect(s.execute({ ...base, userId: LIMITS.firstUserId, assetId: 0 }).error).toBe("request.parameterError");
  s.user("alice");
  expect(s.execute({ ...base, userId: LIMITS.firstUserId, assetId: 9 }).error).toBe("request.parameterError");
});

test("CORE-04 a user without an account and an unknown asset have nothing to transfer", () => {
  const s = new SpotWorld().user("alice", { USDT: "1000" });
  const amount = {
    kind: "transfer",
    amountUnits: 1_000_000 as Units,
    from: "coin",
    to: "main",
    key: "",
  } as const;
  for (const wrong of [
    { userId: s.id("alice"), assetId: 9 },
    { userId: LIMITS.firstUserId + 1, assetId: 0 },
  ])
    expect(s.execute({ ...amount, ...wrong }).error, JSON.stringify(wrong)).toBe("request.parameterError");
  s.expectBalances({ alice: { USDT: "1000 + 0" } });
});
