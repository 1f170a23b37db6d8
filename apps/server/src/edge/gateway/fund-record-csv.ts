import type { WireFundRecord } from "@candor/wire/objects";
import { csvHeader, csvRow } from "./csv.ts";

/**
 * The columns, in the order of the wire's FundRecord, new ones at the end. A margin account is a separate wallet here:
 * the amounts per wallet, pair and asset add up to its balance. A fee has its own row, so the `fee` of the entry it was
 * paid for is left out, or a sum would count it twice.
 */
const COLUMNS = [
  "recordId",
  "kind",
  "wallet",
  "asset",
  "time",
  "timeMs",
  "seq",
  "amount",
  "balanceAfter",
  "result",
  "refId",
  "note",
  "marginSymbol",
] as const satisfies readonly (keyof WireFundRecord | "time")[];
/** Wallet of a margin account's entries, which the wire includes in `coin`. */
const MARGIN_WALLET = "margin";
const CSV = { columns: COLUMNS, numbers: new Set(["timeMs", "seq", "amount", "balanceAfter"]) } as const;

export const CSV_HEADER = csvHeader(CSV);

export function csvLine(record: WireFundRecord): string {
  const { marginSymbol } = record;
  return csvRow(CSV, {
    ...record,
    time: new Date(record.timeMs).toISOString(),
    wallet: marginSymbol === undefined ? record.wallet : MARGIN_WALLET,
    marginSymbol: marginSymbol ?? null,
  });
}
