import type { Wallet } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import type { FundOrigin } from "../../../records/projections/queries/fund-origins.ts";
import { BINANCE } from "../binance-error.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { catchUp } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";
import { timeRange } from "./time-range.ts";

const DAYS = 7;
const ROWS = 10;
const MAX_ROWS = 100;
/** Maximum number of transfers read for one answer. */
const MAX_RECORDS = 10_000;

/** Binance's names of our wallets. */
const WALLET_NAMES: Readonly<Record<Wallet, string>> = {
  main: "FUNDING",
  coin: "MAIN",
  contract: "UMFUTURE",
  option: "OPTION",
};
const MARGIN = "ISOLATED_MARGIN";
const TYPES: readonly string[] = [
  ...Object.values(WALLET_NAMES).flatMap((from) =>
    Object.values(WALLET_NAMES)
      .filter((to) => to !== from)
      .map((to) => `${from}_${to}`),
  ),
  `${WALLET_NAMES.coin}_${MARGIN}`,
  `${MARGIN}_${WALLET_NAMES.coin}`,
];

/** Returns transfers between the user's wallets, and to and from margin accounts, newest first. */
export async function transfers(ports: BinancePorts, parameters: Parameters, userId: number) {
  const type = parameters.needed("type").toUpperCase();
  if (!TYPES.includes(type)) throw BINANCE.malformed("type");
  const size = Math.min(parameters.integer("size") ?? ROWS, MAX_ROWS);
  const page = parameters.integer("current") ?? 1;
  if (page < 1 || size < 1) throw BINANCE.range(page < 1 ? "current" : "size");
  const range = timeRange(parameters, ports.nowMs(), DAYS);
  const { listings, readModels } = ports;
  await catchUp(ports);
  const found = await readModels.fundRecords({ userId, kinds: ["transfer-out"], ...range }, MAX_RECORDS);
  if (found === BAD_CURSOR) throw new Error("unexpected bad cursor in a query without cursor");
  const origins = await readModels.fundOrigins(userId, found.rows);
  const rows = found.rows
    .filter((record) => typeOf(origins.get(record.recordId), record.marginMarketId >= 0) === type)
    .map(({ amountUnits, assetId, refId, timeMs }) => {
      const { scale, symbol } = listings.asset(assetId).spec;
      const amount = formatDecimal(0 - amountUnits, scale);
      return { timestamp: timeMs, asset: symbol, amount, type, status: "CONFIRMED", tranId: refId };
    });
  return { total: rows.length, rows: rows.slice((page - 1) * size, page * size) };
}

/** A margin account's records carry the spot wallet on both sides, since the money stays the user's own. */
function typeOf(origin: FundOrigin | undefined, leftMargin: boolean): string | undefined {
  if (origin?.kind !== "transfer") return undefined;
  const { from, to } = origin;
  if (from !== to) return `${WALLET_NAMES[from]}_${WALLET_NAMES[to]}`;
  return leftMargin ? `${MARGIN}_${WALLET_NAMES.coin}` : `${WALLET_NAMES.coin}_${MARGIN}`;
}
