import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import type { Outcome } from "../../support/scenario/exchange-world.ts";
import { ADDRESS, tx, WalletWorld } from "../../support/scenario/wallet-world.ts";

const withMoney = (amount = "1000"): WalletWorld => {
  const s = new WalletWorld().user("alice");
  s.creditDeposit("alice", "USDT", amount, "savings");
  return s;
};

/** Returns a command's fund records: "withdrawal -99 → 901". */
const records = ({ events }: Outcome): string[] =>
  events.flatMap((event) =>
    event.kind === "funds-posted"
      ? [`${event.record} ${event.amountUnits / 1e6} → ${event.afterUnits / 1e6}`]
      : [],
  );

test("FUND-05 a withdrawal freezes its money, proceeds step by step, and is paid once: the net amount outside, the fee to the fees", () => {
  const s = withMoney();
  const withdrawal = s.requestWithdrawal("alice", "USDT", "100", "1");
  expect(withdrawal.events[1]).toEqual({
    kind: "withdrawal-changed",
    withdrawalId: withdrawal.seq,
    userId: s.id("alice"),
    assetId: 0,
    chainIndex: 0,
    address: ADDRESS,
    amountUnits: 100_000_000,
    feeUnits: 1_000_000,
    status: "frozen",
    needsReview: false,
    holdReason: "",
    txHash: "",
    reason: "",
    createdAtMs: s.timeMs,
    updatedAtMs: s.timeMs,
  });
  expect(records(withdrawal)).toEqual([]);
  s.expectBooks({ alice: { "main USDT": "900 + 100" } }, "-1000");

  s.wait(5_000);
  expect(s.step(withdrawal, "approved").error).toBeUndefined();
  s.step(withdrawal, "signed", "payout");
  s.step(withdrawal, "broadcast", "payout");
  s.expectBooks({ alice: { "main USDT": "900 + 100" } }, "-1000");

  const paid = s.confirmed(withdrawal, "payout");
  expect(records(paid)).toEqual(["withdrawal -99 → 901", "withdrawal-fee -1 → 900"]);
  expect(paid.events[1]).toMatchObject({ status: "confirmed", txHash: tx("payout"), updatedAtMs: s.timeMs });
  s.expectBooks({ alice: { "main USDT": "900 + 0" }, fees: { USDT: "1" } }, "-901");
  expect(s.pendingStatuses).toEqual([]);
});

test("FUND-05 a failed withdrawal is returned in full, from any step, without a fee", () => {
  for (const steps of [0, 1, 2, 3]) {
    const s = withMoney();
    const withdrawal = s.requestWithdrawal("alice", "USDT", "100", "1");
    for (const status of (["approved", "signed", "broadcast"] as const).slice(0, steps))
      s.step(withdrawal, status, status === "approved" ? "" : "lost");
    const back = s.returned(withdrawal, "the transaction failed");
    expect(records(back)).toEqual([
      "withdrawal -99 → 901",
      "withdrawal-fee -1 → 900",
      "withdrawal-return 100 → 1000",
    ]);
    expect(back.events[1]).toMatchObject({ status: "returned", reason: "the transaction failed" });
    s.expectBooks({ alice: { "main USDT": "1000 + 0" } }, "-1000");
  }
});

test("FUND-05 without a fee there is no record of one", () => {
  const s = withMoney();
  const withdrawal = s.requestWithdrawal("alice", "USDT", "100", "0");
  s.broadcast(withdrawal, "free");
  expect(records(s.confirmed(withdrawal, "free"))).toEqual(["withdrawal -100 → 900"]);
  s.expectBooks({ alice: { "main USDT": "900 + 0" } }, "-900");
});

test("FUND-06 a withdrawal that needs a review waits for it, with its reason", () => {
  const s = withMoney();
  const withdrawal = s.requestWithdrawal("alice", "USDT", "600", "1", {
    needsReview: true,
    holdReason: "new-address",
  });
  const changes = withdrawal.events.filter(({ kind }) => kind === "withdrawal-changed");
  expect(changes).toMatchObject([{ status: "frozen" }, { status: "reviewing", holdReason: "new-address" }]);
  expect(s.step(withdrawal, "signed", "early").error).toBe("withdrawal.state");
  expect(s.step(withdrawal, "reviewing").replayedSeq).toBe(withdrawal.seq);
  s.step(withdrawal, "approved");
  expect(s.pendingStatuses).toEqual(["approved"]);

  const other = s.requestWithdrawal("alice", "USDT", "200", "1");
  s.step(other, "reviewing");
  s.returned(other, "refused by the review");
  s.expectBooks({ alice: { "main USDT": "400 + 600" } }, "-1000");
});

test("FUND-06 steps only advance; a repeated step is a no-op, an impossible one is rejected", () => {
  const s = withMoney();
  const withdrawal = s.requestWithdrawal("alice", "USDT", "100", "1");
  for (const [status, transaction] of [
    ["signed", "a"],
    ["broadcast", "a"],
  ] as const)
    expect(s.step(withdrawal, status, transaction).error, status).toBe("withdrawal.state");
  expect(s.confirmed(withdrawal, "a").error).toBe("withdrawal.state");
  const approved = s.step(withdrawal, "approved");
  expect(s.step(withdrawal, "approved").replayedSeq).toBe(approved.seq);
  expect(s.step(withdrawal, "reviewing").error).toBe("withdrawal.state");
  const signed = s.step(withdrawal, "signed", "a");
  expect(s.step(withdrawal, "signed", "a").replayedSeq).toBe(signed.seq);
  expect(s.step(withdrawal, "approved").replayedSeq).toBe(approved.seq);
  expect(s.confirmed(withdrawal, "a").error).toBe("withdrawal.state");

  // A higher fee creates another transaction of the same withdrawal.
  s.step(withdrawal, "broadcast", "a");
  const replaced = s.step(withdrawal, "broadcast", "b");
  expect(replaced).toMatchObject({ error: undefined, replayedSeq: 0 });
  expect(replaced.events[1]).toMatchObject({ status: "broadcast", txHash: tx("b") });
  expect(s.step(withdrawal, "signed", "a").error).toBe("withdrawal.state");

  const paid = s.confirmed(withdrawal, "b");
  expect(s.confirmed(withdrawal, "b").replayedSeq).toBe(paid.seq);
  expect(s.returned(withdrawal, "too late").error).toBe("withdrawal.state");
  expect(s.step(withdrawal, "broadcast", "b").error).toBe("withdrawal.state");
  s.expectBooks({ alice: { "main USDT": "900 + 0" }, fees: { USDT: "1" } }, "-901");
});

test("FUND-06 a restart in between keeps the step, the result and the frozen amount", () => {
  const s = withMoney();
  const paid = s.requestWithdrawal("alice", "USDT", "100", "1");
  s.broadcast(paid, "paid");
  const settled = s.confirmed(paid, "paid");
  const open = s.requestWithdrawal("alice", "USDT", "50", "2", {
    needsReview: true,
    holdReason: "large-amount",
  });
  const approved = s.step(open, "approved");
  s.restart();
  expect(s.exchange.withdrawalsView(s.id("alice")).withdrawals).toMatchObject([
    { withdrawalId: open.seq, status: "approved", address: ADDRESS, holdReason: "large-amount" },
  ]);
  expect(s.confirmed(paid, "paid").replayedSeq).toBe(settled.seq);
  expect(s.step(open, "approved").replayedSeq).toBe(approved.seq);
  s.step(open, "signed", "again");
  s.step(open, "broadcast", "again");
  s.confirmed(open, "again");
  s.expectBooks({ alice: { "main USDT": "850 + 0" }, fees: { USDT: "3" } }, "-853");
});

test("FUND-06 an unknown withdrawal id, and an invalid step, are rejected", () => {
  const s = withMoney();
  const nothing = s.wait(0);
  expect(s.step(nothing, "approved").error).toBe("request.unknownId");
  expect(s.returned(nothing, "").error).toBe("request.unknownId");
  const withdrawal = s.requestWithdrawal("alice", "USDT", "100", "1");
  s.step(withdrawal, "approved");
  expect(s.step(withdrawal, "frozen" as "approved").error).toBe("request.parameterError");
  expect(s.step(withdrawal, "approved", "hash").error).toBe("request.parameterError");
  expect(s.step(withdrawal, "signed").error).toBe("request.parameterError");
  const settle = { txHash: tx("x"), reason: "" } as const;
  expect(s.settle(withdrawal, { ...settle, outcome: "lost" as "returned" }).error).toBe(
    "request.parameterError",
  );
  expect(s.settle(withdrawal, { ...settle, outcome: "confirmed", txHash: "" }).error).toBe(
    "request.parameterError",
  );
  for (const reason of ["x".repeat(LIMITS.maxReasonLength + 1), "two\nlines"])
    expect(s.settle(withdrawal, { ...settle, outcome: "returned", reason }).error).toBe(
      "request.parameterError",
    );
  s.expectBooks({ alice: { "main USDT": "900 + 100" } }, "-1000");
});

test("FUND-07 the rejections of a request have their order and freeze nothing", () => {
  const s = withMoney();
  for (const wrong of [
    { userId: 99_999 },
    { assetId: 9 },
    { chainIndex: LIMITS.maxChains },
    { address: "" },
    { address: `${ADDRESS}0` },
    { amountUnits: 0 as Units },
    { amountUnits: 0.5 as Units },
    { feeUnits: -1 as Units },
    { feeUnits: 100_000_000 as Units },
    { holdReason: "Not A Word", needsReview: true },
    { key: "ü" },
  ])
    expect(s.requestWithdrawal("alice", "USDT", "100", "1", wrong).error, JSON.stringify(wrong)).toBe(
      "request.parameterError",
    );
  const used = s.requestWithdrawal("alice", "USDT", "10", "1", { key: "k1" });
  expect(s.requestWithdrawal("alice", "USDT", "1000000", "1", { key: "k1" }).error).toBe(
    "request.keyConflict",
  );
  for (let n = 1; n < LIMITS.maxOpenWithdrawalsPerUser; n++) s.requestWithdrawal("alice", "USDT", "10", "1");
  expect(s.requestWithdrawal("alice", "USDT", "1000000", "1").error).toBe("request.tooFast");
  s.returned(used, "");
  expect(s.requestWithdrawal("alice", "USDT", "1000000", "1")).toMatchObject({
    error: "withdrawal.insufficientBalance",
    params: [810_000_000, 0, 0],
  });
  s.expectBooks({ alice: { "main USDT": "810 + 190" } }, "-1000");
});

test("FUND-07 a request that is sent again is the same withdrawal, even when fee and review are judged otherwise now", () => {
  const s = withMoney();
  const first = s.requestWithdrawal("alice", "USDT", "100", "1", { key: "w1" });
  const again = s.requestWithdrawal("alice", "USDT", "100", "2", {
    key: "w1",
    needsReview: true,
    address: ADDRESS.toLowerCase(),
  });
  expect(again.replayedSeq).toBe(first.seq);
  const other = `0x${"12".repeat(20)}`;
  for (const fields of [{ address: other }, { chainIndex: 1 }, { amountUnits: 99_000_000 as Units }])
    expect(s.requestWithdrawal("alice", "USDT", "100", "1", { key: "w1", ...fields }).error).toBe(
      "request.keyConflict",
    );
  s.expectBooks({ alice: { "main USDT": "900 + 100" } }, "-1000");
});

test("FUND-07 only available funds of the main wallet can be withdrawn", () => {
  const s = new WalletWorld().user("alice", { USDT: "500" }).user("bob");
  expect(s.requestWithdrawal("alice", "USDT", "10", "1").error).toBe("withdrawal.insufficientBalance");
  s.transfer("alice", "USDT", "500", "coin", "main");
  const withdrawal = s.requestWithdrawal("alice", "USDT", "400", "1");
  expect(s.transfer("alice", "USDT", "101", "main", "coin").error).toBe("wallet.insufficientBalance");
  expect(s.requestWithdrawal("alice", "USDT", "101", "1").error).toBe("withdrawal.insufficientBalance");
  // Play money that leaves makes the outside world richer, and the treasury still owes it.
  s.broadcast(withdrawal, "out");
  s.confirmed(withdrawal, "out");
  s.expectBooks({ alice: { "main USDT": "100 + 0" }, bob: {}, fees: { USDT: "1" } }, "399");
  expect(s.exchange.solvencyView().assets[0]).toEqual({
    assetId: 0,
    usersUnits: 100_000_000,
    openWithdrawalUnits: 0,
    outsideWorldUnits: 399_000_000,
    treasuryUnits: -500_000_000,
    feesUnits: 1_000_000,
    reservesUnits: 0,
  });
});

test("FUND-07 the exchange's own view of its liabilities mirrors all balances", () => {
  const s = withMoney();
  s.user("bob", { USDT: "40" });
  s.requestWithdrawal("alice", "USDT", "100", "1");
  expect(s.exchange.solvencyView().assets[0]).toEqual({
    assetId: 0,
    usersUnits: 1_040_000_000,
    openWithdrawalUnits: 100_000_000,
    outsideWorldUnits: -1_000_000_000,
    treasuryUnits: -40_000_000,
    feesUnits: 0,
    reservesUnits: 0,
  });
});

test("FUND-07 all that is available can be withdrawn, to the last unit, and not one unit more", () => {
  const s = withMoney();
  expect(s.requestWithdrawal("alice", "USDT", "1000.000001", "1")).toMatchObject({
    error: "withdrawal.insufficientBalance",
    params: [1_000_000_000, 0, 0],
  });
  const all = s.requestWithdrawal("alice", "USDT", "1000", "999.999999");
  expect(all.error).toBeUndefined();
  s.expectBooks({ alice: { "main USDT": "0 + 1000" } }, "-1000");
  s.broadcast(all, "all");
  s.confirmed(all, "all");
  s.expectBooks({ alice: {}, fees: { USDT: "999.999999" } }, "-999.999999");
});
