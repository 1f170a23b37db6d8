import { expect, test } from "vitest";
import type { Hex } from "../../kit/hex.ts";
import { depositIdOf } from "./deposit-id.ts";
import type { Move, WatchRecord } from "./watch-records.ts";
import { WatchState } from "./watch-state.ts";

const ANA = 7;
const BEN = 8;
const HOT: Hex = "0x0f";
const [COIN, TOKEN] = [2, 0];

const deposit = (txHash: Hex, userId: number, amount: string, more: object = {}): Move => ({
  kind: "deposit",
  txHash,
  position: 0,
  assetId: TOKEN,
  amount,
  userId,
  reason: null,
  failed: false,
  ...more,
});
const advanced = (number: number, moves: readonly Move[], chainIndex = 0): WatchRecord => ({
  type: "advanced",
  chainIndex,
  timeMs: number * 1_000,
  blocks: [{ number, hash: `0xb${chainIndex}${number}`, moves }],
});
const idOf = (txHash: Hex, chainIndex = 0): string => depositIdOf(chainIndex, txHash, 0);

/** Records as read from disk. */
function apply(records: Iterable<WatchRecord>, state = new WatchState()): WatchState {
  for (const record of records) state.apply(JSON.parse(JSON.stringify(record)) as WatchRecord);
  return state;
}

/** A chain with one deposit of each outcome, and a second chain. */
function lived(): WatchState {
  return apply([
    { type: "chain-registered", chainIndex: 0, evmChainId: 1 },
    { type: "chain-registered", chainIndex: 1, evmChainId: 10 },
    { type: "address-issued", userId: ANA, address: "0x0a" },
    { type: "address-issued", userId: BEN, address: "0x0b" },
    advanced(5, [deposit("0x1e", BEN, "5")], 1),
    advanced(100, [deposit("0x01", ANA, "1000"), deposit("0x02", BEN, "3", { reason: "below-minimum" })]),
    advanced(101, [
      deposit("0x03", ANA, "200"),
      { kind: "refill", txHash: "0x91", assetId: COIN, amount: "50", address: HOT },
      { kind: "sweep", txHash: "0x92", assetId: TOKEN, amount: "900", address: "0x0a", to: HOT },
    ]),
    { type: "confirmed", timeMs: 102_000, depositIds: [idOf("0x01"), idOf("0x03")] },
    { type: "crediting", timeMs: 102_000, depositIds: [idOf("0x01"), idOf("0x03")] },
    { type: "credited", timeMs: 102_001, depositId: idOf("0x01"), seq: 41 },
    { type: "credited", timeMs: 102_002, depositId: idOf("0x03"), seq: 42 },
    advanced(102, [deposit("0x04", BEN, "80"), deposit("0x05", ANA, "9")]),
    { type: "confirmed", timeMs: 103_000, depositIds: [idOf("0x04")] },
    // Both are undone. The first is mined again; the platform bears the loss of the other.
    { type: "reverted", chainIndex: 0, timeMs: 104_000, toNumber: 99 },
    advanced(100, [deposit("0x03", ANA, "200"), deposit("0x04", BEN, "80")]),
    advanced(101, [
      deposit("0x06", BEN, "60"),
      { kind: "payment", txHash: "0x93", assetId: COIN, amount: "7", address: HOT, to: "0x99" },
      { kind: "gas", txHash: "0x93", assetId: COIN, amount: "2", address: HOT },
    ]),
    { type: "confirmed", timeMs: 105_000, depositIds: [idOf("0x04")] },
    { type: "crediting", timeMs: 105_000, depositIds: [idOf("0x04")] },
  ]);
}

/** The state's complete public view. */
function contentOf(state: WatchState) {
  const names = (deposits: Iterable<{ readonly depositId: string }>) =>
    Array.from(deposits, ({ depositId }) => depositId);
  return {
    chains: [state.chainIndexOf(1), state.chainIndexOf(10), state.chainIndexOf(5), state.chainCount],
    users: [state.issuedAddressOf(ANA), state.userOf("0x0b"), state.userOf(HOT)],
    deposits: ["0x01", "0x02", "0x03", "0x04", "0x05", "0x06"].map((hash) =>
      state.deposit(idOf(hash as Hex)),
    ),
    other: state.deposit(idOf("0x1e", 1)),
    of: [names(state.depositsOf(ANA)), names(state.depositsOf(BEN))],
    open: [names(state.open(0)), names(state.open(1))],
    orphaned: [names(state.orphaned(0)), names(state.orphaned(1))],
    credited: names(state.credited(0)),
    byCredit: [41, 42, 43].map((seq) => state.depositOfCredit(seq)?.depositId),
    waits: [state.hasOpenDeposit(0, ANA), state.hasOpenDeposit(0, BEN), state.hasOpenDeposit(1, BEN)],
    ledgers: [0, 1].map((index) => state.chain(index).record()),
  };
}

test("FUND-01 a rewritten watch journal yields the same deposits, statuses and custody balances", () => {
  const state = lived();
  expect(contentOf(state)).toMatchObject({
    open: [[idOf("0x04"), idOf("0x06")], [idOf("0x1e", 1)]],
    orphaned: [[idOf("0x01")], []],
    credited: [idOf("0x03")],
    byCredit: [idOf("0x01"), idOf("0x03"), undefined],
    waits: [false, true, true],
  });
  expect(state.deposit(idOf("0x04"))).toMatchObject({
    status: "confirmed",
    crediting: true,
    blockNumber: 100,
  });
  const ledger = state.chain(0);
  expect(ledger.totals(TOKEN)).toEqual({ deposited: 340n, refilled: 0n, paid: 0n, gas: 0n });
  expect(ledger.totals(COIN)).toEqual({ deposited: 0n, refilled: 0n, paid: 7n, gas: 2n });
  expect([...ledger.holdings(TOKEN)]).toEqual([
    ["0x0a", 200n],
    ["0x0b", 140n],
  ]);
  expect([...ledger.holdings(COIN)]).toEqual([[HOT, -9n]]);
  const rebuilt = apply(state.dump());
  expect(contentOf(rebuilt)).toEqual(contentOf(state));
  expect(contentOf(apply(rebuilt.dump()))).toEqual(contentOf(state));
});

test("FUND-01 a watch continues after a rewrite exactly as it would have without one", () => {
  const states = [lived(), apply(lived().dump())];
  const next: readonly WatchRecord[] = [
    { type: "credited", timeMs: 106_000, depositId: idOf("0x04"), seq: 50 },
    // A lost deposit is mined again, another is lost for good, and an already read block is undone.
    advanced(102, [deposit("0x01", ANA, "1000")]),
    { type: "reverted", chainIndex: 0, timeMs: 107_000, toNumber: 100 },
    { type: "loss-accepted", timeMs: 108_000, depositId: idOf("0x01") },
    { type: "ignored", timeMs: 108_000, depositId: idOf("0x06"), reason: "unknown-token" },
    advanced(101, [deposit("0x05", ANA, "9")]),
  ];
  for (const record of next) {
    for (const state of states) apply([record], state);
    expect(contentOf(states[1] as WatchState), record.type).toEqual(contentOf(states[0] as WatchState));
  }
  const [state] = states;
  expect(state?.orphaned(0)).toEqual([]);
  expect(state?.deposit(idOf("0x01"))).toMatchObject({
    status: "credited",
    creditSeq: 41,
    lossAccepted: true,
  });
  expect(state?.depositOfCredit(50)?.depositId).toBe(idOf("0x04"));
  expect(contentOf(apply(states[1]?.dump() ?? []))).toEqual(contentOf(states[1] as WatchState));
});

test.each([
  ["failed", deposit("0x01", ANA, "1000", { failed: true, reason: "failed-transaction" })],
  ["of another amount", deposit("0x01", ANA, "999")],
  ["somebody else's", deposit("0x01", BEN, "1000")],
  ["of another asset", deposit("0x01", ANA, "1000", { assetId: COIN })],
] as const)(
  "FUND-01 a credited deposit that comes back %s is still missing, and credits nobody",
  (_what, move) => {
    const state = lived();
    const before = state.deposit(idOf("0x01"));
    apply([advanced(102, [move])], state);
    expect(state.orphaned(0).map(({ depositId }) => depositId)).toEqual([idOf("0x01")]);
    expect(state.deposit(idOf("0x01"))).toEqual({ ...before, blockNumber: 102, updatedAtMs: 102_000 });
    expect(state.open(0).map(({ depositId }) => depositId)).toEqual([idOf("0x04"), idOf("0x06")]);
    apply([{ type: "reverted", chainIndex: 0, timeMs: 103_000, toNumber: 101 }], state);
    apply([advanced(102, [deposit("0x01", ANA, "1000")])], state);
    expect(state.orphaned(0)).toEqual([]);
  },
);
