import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type OpenWithdrawal, WithdrawalTable } from "./withdrawal-table.ts";

const withdrawal = (withdrawalId: number, userId: number): OpenWithdrawal => ({
  withdrawalId,
  userId,
  assetId: 0,
  chainIndex: 0,
  address: `0x${"0".repeat(40)}`,
  amountUnits: 2 as Units,
  feeUnits: 1 as Units,
  status: "frozen",
  needsReview: false,
  holdReason: "",
  txHash: "",
  reason: "",
  createdAtMs: 0,
  updatedAtMs: 0,
  stepSeqs: [],
});

test("FUND-06 the memory of settled withdrawals is bounded and forgets the oldest first", () => {
  const table = new WithdrawalTable(3);
  for (let id = 1; id <= 5; id++) {
    table.add(withdrawal(id, 10_001));
    expect(table.countOf(10_001)).toBe(1);
    table.settle(table.find(id) as OpenWithdrawal, id % 2 === 0 ? "returned" : "confirmed", id * 10);
    expect([table.countOf(10_001), table.size]).toEqual([0, 0]);
  }
  const kept: unknown[] = [];
  table.forEachSettled((id, how) => kept.push([id, how.outcome, how.seq]));
  expect(kept).toEqual([
    [3, "confirmed", 30],
    [4, "returned", 40],
    [5, "confirmed", 50],
  ]);
  expect(table.findSettled(2)).toBeUndefined();
});

test("FUND-06 each user's pending withdrawals are counted separately and keep their order", () => {
  const table = new WithdrawalTable();
  for (let id = 1; id <= 6; id++) table.add(withdrawal(id, 10_001 + (id % 2)));
  table.settle(table.find(3) as OpenWithdrawal, "returned", 9);
  expect([table.countOf(10_001), table.countOf(10_002), table.countOf(10_003)]).toEqual([3, 2, 0]);
  const ids: number[] = [];
  table.forEach(({ withdrawalId }) => ids.push(withdrawalId));
  expect(ids).toEqual([1, 2, 4, 5, 6]);
});
