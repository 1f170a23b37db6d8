import { ORDER_STATUSES, PROFIT_WALLETS } from "@candor/domain/enumerations";
import type { ListedMarket } from "../../market/market-data/listings.ts";
import { toWireOrder } from "../../market/wire-objects/order.ts";
import { dayOf } from "../../records/projections/day.ts";
import { tradeValueE16 } from "../../records/projections/profit/values.ts";
import { BAD_CURSOR, type BadCursor, type Page } from "../../records/projections/queries/cursor.ts";
import { type ByWallet, totalOf } from "../../records/projections/queries/profit-history.ts";
import { toWireFill } from "./calls/fill-wire.ts";
import { dateOfDay, formatValue, profitOf, toWireClosedPosition } from "./calls/profit-wire.ts";
import { csvHeader, csvRow } from "./csv.ts";
import type { Ports } from "./dependencies.ts";
import type { ProfitExport } from "./fund-export-links.ts";
import { taxLines } from "./tax-csv.ts";

/** Rows read and written at a time, which bounds the memory of a file of any length. */
const PAGE_ROWS = 1_000;

const DAYS = {
  columns: ["date", "fact", "wallet", "source", "symbol", "value", "asset"],
  numbers: new Set(["value"]),
} as const;
const POSITIONS = {
  columns: [
    "id",
    "symbol",
    "side",
    "marginMode",
    "leverage",
    "openedAt",
    "closedAt",
    "endedBy",
    "quantity",
    "maxQuantity",
    "entryPrice",
    "exitPrice",
    "entryValue",
    "exitValue",
    "realizedProfit",
    "fee",
    "funding",
    "netProfit",
    "margin",
    "roe",
    "baseAsset",
    "quoteAsset",
  ],
  numbers: new Set(["leverage", "realizedProfit", "funding", "netProfit", "roe"]),
} as const;
const TRADES = {
  columns: [
    "tradeId",
    "orderId",
    "time",
    "product",
    "symbol",
    "side",
    "role",
    "price",
    "quantity",
    "quote",
    "fee",
    "feeAsset",
    "valueUsdt",
    "realizedProfit",
    "realizedAsset",
    "baseAsset",
    "quoteAsset",
  ],
  numbers: new Set(["realizedProfit"]),
} as const;

const ORDERS = {
  columns: [
    "orderId",
    "clientOrderId",
    "groupId",
    "createdAt",
    "updatedAt",
    "product",
    "symbol",
    "side",
    "positionSide",
    "type",
    "timeInForce",
    "quantity",
    "quoteQuantity",
    "price",
    "stopPrice",
    "trailingRate",
    "triggerBy",
    "reduceOnly",
    "leverage",
    "status",
    "reason",
    "executedQuantity",
    "executedQuote",
    "averagePrice",
    "fee",
    "feeAsset",
    "baseAsset",
    "quoteAsset",
  ],
  numbers: new Set(["leverage"]),
} as const;

type Sources = Ports<"listings" | "readModels">;

/** Yields the lines of a file, its header first. Within a file, no amount is in two rows. */
export function profitLines(ports: Sources, file: ProfitExport): AsyncGenerator<string> {
  switch (file.file) {
    case "profit":
      return dayLines(ports, file);
    case "positions":
      return positionLines(ports, file);
    case "trades":
      return tradeLines(ports, file);
    case "orders":
      return orderLines(ports, file);
    case "tax":
      return taxLines(ports, file);
  }
}

async function* dayLines(
  { listings, readModels }: Sources,
  { filter }: ProfitExport,
): AsyncGenerator<string> {
  yield csvHeader(DAYS);
  const { userId, sinceMs, untilMs } = filter;
  const { openingE16, days } = await readModels.profitHistory(userId, dayOf(sinceMs), dayOf(untilMs - 1));
  let beforeE16 = openingE16;
  for (const day of days) {
    const date = dateOfDay(day.day);
    const line = (
      fact: string,
      valueE16: bigint,
      more: { wallet?: string; source?: string; symbol?: string | null },
    ) =>
      csvRow(DAYS, {
        date,
        fact,
        wallet: more.wallet ?? null,
        source: more.source ?? null,
        symbol: more.symbol ?? null,
        value: formatValue(valueE16),
        asset: "USDT",
      });
    const byWallet = (fact: string, values: ByWallet): string =>
      PROFIT_WALLETS.filter((wallet) => values[wallet] !== 0n)
        .map((wallet) => line(fact, values[wallet], { wallet }))
        .join("");
    const realizedE16 = day.realized.reduce((sum, { profitE16 }) => sum + profitE16, 0n);
    const unrealizedE16 = totalOf(profitOf(day, beforeE16)) - realizedE16;
    yield byWallet("equity", day.equityE16) +
      byWallet("flow", day.flowE16) +
      byWallet("transfer", day.transferE16) +
      day.realized
        .map(({ source, marketId, profitE16 }) =>
          line("realized", profitE16, {
            source,
            symbol: marketId < 0 ? null : listings.market(marketId).spec.symbol,
          }),
        )
        .join("") +
      (unrealizedE16 === 0n ? "" : line("unrealized", unrealizedE16, {}));
    beforeE16 = day.equityE16;
  }
}

async function* positionLines(
  { listings, readModels }: Sources,
  { filter }: ProfitExport,
): AsyncGenerator<string> {
  yield csvHeader(POSITIONS);
  const read = (cursor?: string) => readModels.closedPositions(filter, PAGE_ROWS, cursor);
  for await (const rows of pagesOf(read))
    yield rows
      .map((row) => {
        const market = listings.market(row.marketId);
        const position = toWireClosedPosition(row, market);
        return csvRow(POSITIONS, {
          ...position,
          ...coinsOf(market),
          openedAt: new Date(position.openedAtMs).toISOString(),
          closedAt: new Date(position.closedAtMs).toISOString(),
        });
      })
      .join("");
}

async function* tradeLines(
  { listings, readModels }: Sources,
  { filter }: ProfitExport,
): AsyncGenerator<string> {
  yield csvHeader(TRADES);
  const read = (cursor?: string) => readModels.fillHistory(filter, PAGE_ROWS, cursor);
  for await (const rows of pagesOf(read))
    yield rows
      .map((fill) => {
        const market = listings.market(fill.marketId);
        const trade = toWireFill(fill, market);
        const isContract = market.kind === "contract";
        return csvRow(TRADES, {
          ...trade,
          ...coinsOf(market),
          time: new Date(fill.timeMs).toISOString(),
          valueUsdt: isContract ? null : formatValue(tradeValueE16(fill, market.scale.quoteScale)),
          realizedProfit: isContract ? trade.realizedProfit : formatValue(fill.profitE16),
          realizedAsset: isContract ? market.spec.quote : "USDT",
        });
      })
      .join("");
}

/** Orders by the time of their acceptance, live ones with what they are now. */
async function* orderLines(
  { listings, readModels }: Sources,
  { filter }: ProfitExport,
): AsyncGenerator<string> {
  yield csvHeader(ORDERS);
  const orders = { ...filter, statuses: ORDER_STATUSES };
  const read = (cursor?: string) => readModels.orderHistory(orders, PAGE_ROWS, cursor);
  for await (const rows of pagesOf(read))
    yield rows
      .map((row) => {
        const market = listings.market(row.marketId);
        const order = toWireOrder(row, market, row.leverage);
        return csvRow(ORDERS, {
          ...order,
          ...coinsOf(market),
          createdAt: new Date(order.createdAtMs).toISOString(),
          updatedAt: new Date(order.updatedAtMs).toISOString(),
          positionSide: order.positionSide ?? null,
          reduceOnly: String(order.reduceOnly),
        });
      })
      .join("");
}

/** The coins that a market's quantities, and its prices and amounts, are in. */
const coinsOf = ({ spec }: ListedMarket) => ({ baseAsset: spec.base, quoteAsset: spec.quote });

async function* pagesOf<Row>(
  read: (cursor?: string) => Promise<Page<Row> | BadCursor>,
): AsyncGenerator<readonly Row[]> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    if (page === BAD_CURSOR) throw new Error("our own cursor was rejected");
    yield page.rows;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
