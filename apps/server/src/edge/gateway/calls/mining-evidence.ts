import { minerIdOf } from "@candor/domain/mining-ids";
import { formatDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { formatRate } from "../../../market/market-data/market-format.ts";
import type { Ports } from "../dependencies.ts";

type Reply = CallReply<"evidence">;
type Told = Pick<Reply, "inputs" | "result" | "formula"> & { readonly seq: number };

const RECORD_ID = /^[1-9][0-9]{0,15}$/;
/** A formula, the same text in every language. */
const FORMULA =
  "seconds = min(⌊(time − bought) ÷ 1 s⌋, days × 86,400); accrued = ⌊total output × seconds ÷ (days × 86,400)⌋; " +
  "paid = accrued − earlier claims; for a release also: refund = ⌊⌊price × (days × 86,400 − seconds) ÷ " +
  "(days × 86,400)⌋ × refund rate⌋";

/** Returns all inputs of one payment from the caller's machines: an income, or the refund of a release. */
export async function miningEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<Told | undefined> {
  const found = RECORD_ID.test(id) ? await readModels.miningPayment(userId, Number(id)) : undefined;
  if (found === undefined) return undefined;
  const { change, record, seq, timeMs } = found;
  const { scale, symbol } = listings.asset(change.assetId).spec;
  const write = (units: number): string => formatDecimal(units, scale);
  return {
    seq,
    formula: FORMULA,
    inputs: {
      kind: "mining",
      minerId: minerIdOf(change.minerId),
      asset: symbol,
      decimals: scale,
      record,
      price: write(change.priceUnits),
      totalOutput: write(change.totalOutputUnits),
      durationDays: change.durationDays,
      releaseRefundRate: formatRate(change.refundPpm),
      boughtAtMs: change.boughtAtMs,
      earlierClaims: write(change.claimedUnits - change.incomeUnits),
      released: change.cause === "released",
      timeMs,
    },
    result: {
      kind: "mining",
      accrued: write(change.claimedUnits),
      paid: write(change.incomeUnits),
      refund: write(change.refundUnits),
    },
  };
}
