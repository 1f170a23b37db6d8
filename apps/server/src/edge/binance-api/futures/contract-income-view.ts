import type { FundRecordKind } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import type { ContractIncome } from "../../../records/projections/queries/contract-income.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { namedMarket } from "../market-of.ts";
import { catchUp, timesOf } from "../own-orders.ts";
import type { Parameters } from "../parameters.ts";

const ROWS = 100;
const MAX_ROWS = 1_000;
/** Contract wallet record kinds by Binance's names. A liquidation's records are its loss and its fee. */
const TYPES = {
  "transfer-in": "TRANSFER",
  "transfer-out": "TRANSFER",
  "realized-profit": "REALIZED_PNL",
  "trade-fee": "COMMISSION",
  funding: "FUNDING_FEE",
  liquidation: "INSURANCE_CLEAR",
  adl: "REALIZED_PNL",
} as const satisfies Partial<Record<FundRecordKind, string>>;
type IncomeKind = keyof typeof TYPES;
const KINDS = Object.keys(TYPES) as readonly IncomeKind[];
const OF_TRADES: readonly FundRecordKind[] = ["realized-profit", "trade-fee"];

/** Returns the income and costs of a contract account, oldest first. */
export async function contractIncomes(ports: BinancePorts, parameters: Parameters, userId: number) {
  const market = namedMarket(ports, parameters, "contract")?.listed;
  const type = parameters.text("incomeType")?.toUpperCase();
  const kinds = KINDS.filter((kind) => type === undefined || TYPES[kind] === type);
  const limit = parameters.limit(ROWS, MAX_ROWS);
  const page = Math.max(1, parameters.integer("page") ?? 1);
  const filter = { ...timesOf(parameters), userId, kinds, marketId: market?.marketId };
  // Binance types without matching records here return an empty list.
  if (kinds.length === 0) return [];
  await catchUp(ports);
  const rows = await ports.readModels.contractIncome(filter, limit, (page - 1) * limit);
  return rows.map((row) => incomeView(ports, row));
}

function incomeView({ listings }: BinancePorts, row: ContractIncome) {
  const { spec } = listings.asset(row.assetId);
  const tradeId = OF_TRADES.includes(row.kind) ? String(row.marketTradeId ?? "") : undefined;
  return {
    symbol: row.marketId === undefined ? "" : listings.market(row.marketId).spec.symbol,
    incomeType: TYPES[row.kind as IncomeKind],
    income: formatDecimal(row.amountUnits, spec.scale),
    asset: spec.symbol,
    info: tradeId ?? row.kind.toUpperCase(),
    time: row.timeMs,
    tranId: row.recordId,
    tradeId: tradeId ?? "",
  };
}
