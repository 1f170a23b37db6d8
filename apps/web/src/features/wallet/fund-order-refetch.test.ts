import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { WireFundRecord } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { refetchAfterMs } from "./fund-order-refetch.ts";

const WITHDRAWAL: WireWithdrawal = {
  withdrawalId: "w-204",
  asset: "USDT",
  chain: "evm-31337",
  chainName: "Development chain",
  amount: "100.000000",
  fee: "1.000000",
  net: "99.000000",
  address: "0x52908400098527886E0F7030069857D2E4169EE7",
  txHash: null,
  status: "confirmed",
  result: "success",
  confirmations: 3,
  confirmationsRequired: 3,
  reason: null,
  holdReason: null,
  holdUntilMs: null,
  promisedByMs: 30_000,
  steps: [],
  createdAtMs: 1_000,
  updatedAtMs: 2_000,
};
const RECORD: WireFundRecord = {
  recordId: "w-204",
  kind: "withdrawal",
  wallet: "main",
  asset: "USDT",
  timeMs: 1_000,
  seq: 204,
  amount: "-99.000000",
  balanceAfter: "900.000000",
  fee: "1.000000",
  result: "success",
  refId: "w-204",
  note: null,
};

test("FUND-10 what is over is fetched until its entries are over too", () => {
  const transfer = {
    transferId: "9",
    asset: "USDT",
    from: "main",
    to: "coin",
    amount: "1.000000",
    createdAtMs: 1,
  } as const;
  const pending = { ...RECORD, result: "in-progress" } as const;
  expect(refetchAfterMs({ order: WITHDRAWAL, records: [RECORD] })).toBe(false);
  expect(refetchAfterMs({ order: transfer, records: [RECORD] })).toBe(false);
  expect(refetchAfterMs({ order: WITHDRAWAL, records: [RECORD, pending] })).toBe(1_000);
  expect(refetchAfterMs({ order: { ...WITHDRAWAL, result: "failed" }, records: [pending] })).toBe(1_000);
  expect(refetchAfterMs({ order: WITHDRAWAL, records: [] })).toBe(1_000);
  // Rejected deposits never get entries.
  expect(refetchAfterMs({ order: { ...WITHDRAWAL, result: "failed" }, records: [] })).toBe(false);
  expect(refetchAfterMs({ order: { ...WITHDRAWAL, result: "in-progress" }, records: [pending] })).toBe(5_000);
});
