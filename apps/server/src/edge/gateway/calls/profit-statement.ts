import { PROFIT_SOURCES, PROFIT_WALLETS } from "@candor/domain/enumerations";
import { formatDecimal, formatWideDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { WireStatementAccount } from "@candor/wire/profit-calls";
import { type Outcome, rejectFields } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
import { dayOf } from "../../../records/projections/day.ts";
import { NO_MARGIN } from "../../../records/projections/fund-record-rows.ts";
import type { Realized } from "../../../records/projections/queries/profit-day-rows.ts";
import { type ByWallet, totalOf } from "../../../records/projections/queries/profit-history.ts";
import type {
  Statement,
  StatementAccount,
  StatementBalance,
} from "../../../records/projections/queries/statement.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { MIN_SEQ_WAIT_MS } from "./min-seq-wait.ts";
import { dateOfDay, formatValue, toWireOpenPosition, toWireRealized, toWireValues } from "./profit-wire.ts";

const PRICE_SCALE = 8;
const MONTH_CHARACTERS = "2026-01".length;

/** Returns a calendar month of the caller. One that has not begun, or is before 1970, is a parameter error. */
export function profitStatement({
  listings,
  readModels,
}: Ports<"listings" | "readModels">): CallHandler<"profitStatement"> {
  return async (request, context): Promise<Outcome<CallReply<"profitStatement">>> => {
    const { nowMs } = context;
    const today = dayOf(nowMs);
    const month = request.month ?? dateOfDay(today).slice(0, MONTH_CHARACTERS);
    const [year = 0, number = 1] = month.split("-").map(Number);
    const fromDay = dayOf(Date.parse(`${month}-01T00:00:00.000Z`));
    const untilMs = Date.UTC(year, number, 1);
    if (fromDay < 0 || fromDay > today)
      return rejectFields("request.parameterError", { path: "month", reason: "range" });
    const toDay = Math.min(dayOf(untilMs) - 1, today);
    if (request.minSeq !== undefined) await readModels.waitFor(request.minSeq, MIN_SEQ_WAIT_MS);
    const asOfSeq = readModels.reachedSeq;
    const statement = await readModels.statement(userOf(context), fromDay, toDay);
    return {
      month,
      from: dateOfDay(fromDay),
      to: dateOfDay(toDay),
      complete: untilMs <= nowMs,
      asOfMs: Math.min(untilMs, nowMs),
      ...profitPart(statement, listings),
      accounts: statement.accounts.map((account) => toWireAccount(account, listings)),
      openingPositions: statement.openingPositions.map((each) => toWireOpenPosition(each, listings)),
      closingPositions: statement.closingPositions.map((each) => toWireOpenPosition(each, listings)),
      asOfSeq,
    };
  };
}

type ProfitPart = Pick<CallReply<"profitStatement">, "equity" | "flows" | "realized" | "unrealized">;

/** Adds up the days. */
function profitPart({ history, flows }: Statement, listings: Listings): ProfitPart {
  const { openingE16, days } = history;
  const closingE16 = days.at(-1)?.equityE16 ?? openingE16;
  const flowE16 = sumOf(days.map((day) => day.flowE16));
  const transferE16 = sumOf(days.map((day) => day.transferE16));
  const profitE16 = { ...closingE16 };
  for (const wallet of PROFIT_WALLETS)
    profitE16[wallet] -= openingE16[wallet] + flowE16[wallet] + transferE16[wallet];
  const realized = byMarket(days.flatMap((day) => day.realized));
  const realizedE16 = realized.reduce((sum, each) => sum + each.profitE16, 0n);
  return {
    equity: {
      opening: toWireValues(openingE16),
      flow: toWireValues(flowE16),
      transfer: toWireValues(transferE16),
      profit: toWireValues(profitE16),
      closing: toWireValues(closingE16),
    },
    flows: flows.map(({ kind, valueE16 }) => ({ kind, value: formatValue(valueE16) })),
    realized: realized.map((each) => toWireRealized(each, listings)),
    unrealized: formatValue(totalOf(profitE16) - realizedE16),
  };
}

function sumOf(each: readonly ByWallet[]): ByWallet {
  const sum = { main: 0n, coin: 0n, contract: 0n, option: 0n, lever: 0n };
  for (const values of each) for (const wallet of PROFIT_WALLETS) sum[wallet] += values[wallet];
  return sum;
}

/** Adds up what each product realized in each market, in the order of products, then of markets. */
function byMarket(realized: readonly Realized[]): readonly Realized[] {
  const sums = new Map<string, Realized>();
  for (const each of realized) {
    const name = `${each.source} ${each.marketId}`;
    sums.set(name, { ...each, profitE16: each.profitE16 + (sums.get(name)?.profitE16 ?? 0n) });
  }
  return [...sums.values()].sort(
    (a, b) => PROFIT_SOURCES.indexOf(a.source) - PROFIT_SOURCES.indexOf(b.source) || a.marketId - b.marketId,
  );
}

function toWireAccount(account: StatementAccount, listings: Listings): WireStatementAccount {
  const { wallet, marginMarketId, assetId, opening, closing, entries } = account;
  const { spec } = listings.asset(assetId);
  const toWireBalance = ({ units, priceE8, valueE16 }: StatementBalance) => ({
    amount: formatDecimal(units, spec.scale),
    price: formatDecimal(priceE8, PRICE_SCALE),
    value: formatValue(valueE16),
  });
  return {
    wallet: marginMarketId === NO_MARGIN ? wallet : "lever",
    symbol: marginMarketId === NO_MARGIN ? null : listings.market(marginMarketId).spec.symbol,
    asset: spec.symbol,
    opening: toWireBalance(opening),
    closing: toWireBalance(closing),
    entries: entries.map(({ kind, receivedUnits, paidUnits }) => ({
      kind,
      received: formatWideDecimal(receivedUnits, spec.scale),
      paid: formatWideDecimal(paidUnits, spec.scale),
    })),
  };
}
