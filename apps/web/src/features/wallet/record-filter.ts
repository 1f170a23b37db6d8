import { WALLETS } from "@candor/domain/enumerations";
import type { WireFundRecord } from "@candor/wire/objects";
import type { ApiRequest } from "../../data/legacy-api.ts";
import { midnight, readDay, spanOf } from "../../shell/time/local-days.ts";
import { GROUP_KINDS, RECORD_GROUPS, type RecordGroup } from "./record-words.ts";

export type RecordResult = WireFundRecord["result"];
export const RECORD_RESULTS = ["in-progress", "success", "failed"] as const satisfies readonly RecordResult[];

/** On the wire, margin accounts are part of the spot wallet; users see them separately. */
export const RECORD_WALLETS = [...WALLETS, "margin"] as const;
export type RecordWallet = (typeof RECORD_WALLETS)[number];

/** The list's filter; stored in the page's address, so that going back restores it. */
export interface RecordFilter {
  readonly group: RecordGroup;
  readonly wallet: RecordWallet | null;
  readonly asset: string | null;
  readonly result: RecordResult | null;
  /** Local days, YYYY-MM-DD, inclusive. */
  readonly since: string | null;
  readonly until: string | null;
}

/** Maximum span of an export, in days (wire limit). */
export const MAX_EXPORT_DAYS = 366;
/** Maximum entries of an export (wire limit). */
export const MAX_EXPORT_ROWS = 100_000;
const DAY_MS = 86_400_000;

const oneOf = <T extends string>(list: readonly T[], text: string | null): T | null =>
  list.find((value) => value === text) ?? null;

export function readFilter(params: URLSearchParams): RecordFilter {
  const asset = params.get("asset");
  return {
    group: oneOf(RECORD_GROUPS, params.get("kind")) ?? "all",
    wallet: oneOf(RECORD_WALLETS, params.get("wallet")),
    asset: asset !== null && /^[A-Z0-9]{2,10}$/.test(asset) ? asset : null,
    result: oneOf(RECORD_RESULTS, params.get("result")),
    since: readDay(params.get("since")),
    until: readDay(params.get("until")),
  };
}

export function writeFilter(filter: RecordFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (filter.group !== "all") params.set("kind", filter.group);
  for (const name of ["wallet", "asset", "result", "since", "until"] as const) {
    const value = filter[name];
    if (value !== null) params.set(name, value);
  }
  return params;
}

/** Number of active filters, not counting the kind group. */
export const countOf = (filter: RecordFilter): number =>
  [filter.wallet, filter.asset, filter.result, filter.since, filter.until].filter((value) => value !== null)
    .length;

function walletFilter(wallet: RecordWallet | null): Pick<ApiRequest<"moneyLog">, "wallet" | "margin"> {
  if (wallet === "margin") return { margin: true };
  if (wallet === "coin") return { wallet, margin: false };
  return wallet === null ? {} : { wallet };
}

/** Returns the filter as call parameters. */
export function requestOf(filter: RecordFilter): Omit<ApiRequest<"moneyLog">, "limit" | "cursor" | "minSeq"> {
  const kinds = GROUP_KINDS[filter.group];
  return {
    ...(kinds.length > 0 && { kind: [...kinds] }),
    ...walletFilter(filter.wallet),
    ...(filter.asset !== null && { asset: filter.asset }),
    ...(filter.result !== null && { result: filter.result }),
    ...spanOf(filter.since, filter.until),
  };
}

/** Returns the span of an export: as chosen, at most 366 days; without a start, the last 366. */
export function exportSpan(
  filter: RecordFilter,
  nowMs: number,
): { readonly sinceMs: number; readonly untilMs: number; readonly isCut: boolean } {
  const untilMs = filter.until === null ? nowMs : Math.min(nowMs, midnight(filter.until, 1));
  const earliestMs = untilMs - MAX_EXPORT_DAYS * DAY_MS;
  const sinceMs = filter.since === null ? earliestMs : midnight(filter.since);
  return {
    sinceMs: Math.max(0, sinceMs, earliestMs),
    untilMs,
    isCut: filter.since !== null && sinceMs < earliestMs,
  };
}
