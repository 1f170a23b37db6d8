import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { tx, WalletWorld } from "../../support/scenario/wallet-world.ts";

test("FUND-04 a deposit on a chain is money in the main wallet, balanced by the outside world", () => {
  const s = new WalletWorld().user("alice");
  const deposit = s.creditDeposit("alice", "USDT", "1000", "first", { logIndex: 3 });
  expect(deposit.events.slice(1, 3)).toEqual([
    {
      kind: "deposit-credited",
      depositId: deposit.seq,
      userId: s.id("alice"),
      assetId: 0,
      chainIndex: 0,
      amountUnits: 1_000_000_000,
      logIndex: 3,
      txHash: tx("first"),
    },
    {
      kind: "funds-posted",
      userId: s.id("alice"),
      wallet: "main",
      assetId: 0,
      amountUnits: 1_000_000_000,
      afterUnits: 1_000_000_000,
      record: "deposit",
      refId: deposit.seq,
    },
  ]);
  s.expectBooks({ alice: { "main USDT": "1000 + 0" } }, "-1000");
});

test("FUND-04 a transfer is credited once: not in another notation, not to another user, not after a restart", () => {
  const s = new WalletWorld().user("alice").user("mallory");
  const first = s.creditDeposit("alice", "USDT", "10", "once");
  expect(s.creditDeposit("alice", "USDT", "10", "once").replayedSeq).toBe(first.seq);
  expect(s.creditDeposit("mallory", "USDT", "99", "once").replayedSeq).toBe(first.seq);
  s.restart();
  const shouted = `0x${tx("once").slice(2).toUpperCase()}`;
  const repeated = s.execute({
    kind: "credit-deposit",
    userId: s.id("alice"),
    assetId: 0,
    amountUnits: 10_000_000 as Units,
    chainIndex: 0,
    txHash: shouted,
    logIndex: 0,
    key: "",
  });
  expect(repeated.replayedSeq).toBe(first.seq);
  expect(repeated.events).toHaveLength(1);
  s.expectBooks({ alice: { "main USDT": "10 + 0" }, mallory: {} }, "-10");
});

test("FUND-04 several transfers of one transaction, and the same hash on another chain, are several deposits", () => {
  const s = new WalletWorld().user("alice").user("bob");
  s.creditDeposit("alice", "USDT", "1", "many", { logIndex: 0 });
  s.creditDeposit("alice", "USDT", "2", "many", { logIndex: 1 });
  s.creditDeposit("bob", "USDT", "4", "many", { logIndex: 2 });
  s.creditDeposit("alice", "USDT", "8", "many", { logIndex: -1 });
  s.creditDeposit("alice", "USDT", "16", "many", { chainIndex: 1 });
  s.expectBooks({ alice: { "main USDT": "27 + 0" }, bob: { "main USDT": "4 + 0" } }, "-31");
});

test("FUND-04 thousands of deposits are each known for ever, over a restart in the middle", () => {
  const s = new WalletWorld().user("alice");
  s.comparesEach = false;
  const count = 3_000;
  for (let n = 0; n < count; n++) {
    if (n === 1_500) s.restart();
    expect(s.creditDeposit("alice", "USDT", "1", `deposit ${n}`).replayedSeq).toBe(0);
  }
  for (let n = 0; n < count; n += 7)
    expect(s.creditDeposit("alice", "USDT", "1", `deposit ${n}`).replayedSeq).toBeGreaterThan(0);
  s.expectBooks({ alice: { "main USDT": "3000 + 0" } }, "-3000");
  s.compare();
});

test("FUND-04 invalid transfers are rejected, in order, and credit nothing", () => {
  const s = new WalletWorld().user("alice");
  const good = {
    kind: "credit-deposit",
    userId: s.id("alice"),
    assetId: 0,
    amountUnits: 5 as Units,
    chainIndex: 0,
    txHash: tx("good"),
    logIndex: 0,
    key: "",
  } as const;
  for (const wrong of [
    { userId: 99_999 },
    { assetId: 9 },
    { chainIndex: -1 },
    { chainIndex: LIMITS.maxChains },
    { chainIndex: 0.5 },
    { txHash: "" },
    { txHash: tx("x").slice(0, -1) },
    { txHash: `${tx("x").slice(0, -1)}g` },
    { logIndex: -2 },
    { logIndex: 1.5 },
    { logIndex: 2 ** 31 },
  ])
    expect(s.execute({ ...good, ...wrong }).error, JSON.stringify(wrong)).toBe("request.parameterError");
  for (const amountUnits of [0, -1, 0.5, LIMITS.maxUnits + 1])
    expect(s.execute({ ...good, amountUnits: amountUnits as Units }).error).toBe("wallet.amountError");
  s.expectBooks({ alice: {} }, "0");
});

test("FUND-04 play money and money from chains together never exceed the maximum of sums", () => {
  const s = new WalletWorld().user("alice");
  const most = LIMITS.maxUnits;
  const faucet = (amountUnits: number) =>
    s.execute({
      kind: "deposit",
      userId: s.id("alice"),
      assetId: 0,
      amountUnits: amountUnits as Units,
      origin: "faucet",
      key: "",
    }).error;
  const chain = (amountUnits: number, transaction: string) =>
    s.execute({
      kind: "credit-deposit",
      userId: s.id("alice"),
      assetId: 0,
      amountUnits: amountUnits as Units,
      chainIndex: 0,
      txHash: tx(transaction),
      logIndex: 0,
      key: "",
    }).error;
  expect(faucet(most - 10)).toBeUndefined();
  expect(chain(11, "too much")).toBe("wallet.amountError");
  expect(chain(10, "all")).toBeUndefined();
  expect(faucet(1)).toBe("wallet.amountError");
  expect(s.exchange.sumOf(0)).toBe(0n);
});
