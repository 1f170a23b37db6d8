import { expect, test } from "vitest";
import type { SignedTransaction } from "./signer-messages.ts";
import type { SignerRecord } from "./signer-records.ts";
import { DAY_MS, SignerState } from "./signer-state.ts";

const NOW_MS = 1_000 * DAY_MS;
const TO = "0x00000000000000000000000000000000000c0de1";

const signed = (name: string): SignedTransaction => ({
  hash: `0x${name}`,
  raw: `0x02${name}`,
  maxFeePerGas: "3",
  maxPriorityFeePerGas: "1",
});
const payment = (withdrawalId: number, nonce: number, more: object = {}): SignerRecord => ({
  type: "payment-signed",
  withdrawalId,
  timeMs: NOW_MS,
  chainId: 5,
  symbol: "USDT",
  to: TO,
  amount: "100",
  gasLimit: 80_000,
  nonce,
  transactions: [signed(`${withdrawalId}a`)],
  ...more,
});

const apply = (records: Iterable<SignerRecord>): SignerState => {
  const state = new SignerState();
  // Round trip through JSON, as from disk.
  for (const record of records) state.apply(JSON.parse(JSON.stringify(record)) as SignerRecord);
  return state;
};

test("SIGN-01 a rewritten signer journal yields the same payments, nonces, promises and limits", () => {
  const state = apply([
    { type: "exchange-bound", exchange: "1-2" },
    { type: "term-seen", term: 8, core: "core-1" },
    { type: "term-forgotten", term: 8 },
    { type: "term-seen", term: 3, core: "core-2" },
    { type: "asset-opened", chainId: 5, symbol: "USDT", token: TO, decimals: 6 },
    { type: "asset-opened", chainId: 6, symbol: "ETH", token: null, decimals: 18 },
    payment(10, 0, { timeMs: NOW_MS - DAY_MS }),
    payment(11, 1),
    payment(12, 2, { timeMs: NOW_MS - DAY_MS + 1 }),
    payment(13, 0, { chainId: 6, symbol: "ETH", amount: "7" }),
    { type: "fee-raised", withdrawalId: 11, transaction: signed("11b") },
    { type: "fee-raised", withdrawalId: 12, transaction: signed("12b") },
    { type: "payment-final", withdrawalId: 12 },
    { type: "payment-cancelled", withdrawalId: 14 },
    { type: "gas-funded", timeMs: NOW_MS - DAY_MS, chainId: 5, amount: "1000" },
    { type: "gas-funded", timeMs: NOW_MS - DAY_MS + 1, chainId: 5, amount: "20" },
    { type: "gas-funded", timeMs: NOW_MS, chainId: 6, amount: "3" },
  ]);
  const rebuilt = apply(state.dump(NOW_MS));
  expect([...rebuilt.dump(NOW_MS)]).toHaveLength(3 + 2 + 4 + 1 + 2);
  for (const each of [state, rebuilt, apply(rebuilt.dump(NOW_MS))]) {
    expect([each.exchange, each.term, each.lastForgottenTerm]).toEqual(["1-2", 3, 8]);
    // The next one gets an unused nonce.
    expect([each.nextNonce(5), each.nextNonce(6), each.nextNonce(7)]).toEqual([3, 1, 0]);
    expect([each.isCancelled(14), each.isCancelled(11)]).toEqual([true, false]);
    expect(each.payment(11)).toMatchObject({ nonce: 1, transactions: [signed("11a"), signed("11b")] });
    expect(each.payment(12)).toMatchObject({ nonce: 2, transactions: [], finalHashes: ["0x12a", "0x12b"] });
    expect(each.payment(13)).toMatchObject({
      chainId: 6,
      symbol: "ETH",
      to: TO,
      amount: "7",
      gasLimit: 80_000,
    });
    expect(each.payment(14)).toBeUndefined();
    expect(each.asset(6, "ETH")).toMatchObject({ token: null, decimals: 18 });
    // Only the last 24 hours count.
    expect([each.paidInDay(5, "USDT", NOW_MS), each.paidInDay(6, "ETH", NOW_MS)]).toEqual([200n, 7n]);
    expect([each.gasInDay(5, NOW_MS), each.gasInDay(6, NOW_MS)]).toEqual([20n, 3n]);
    expect(each.paidInDay(5, "USDT", NOW_MS + 1)).toBe(100n);
  }
});
