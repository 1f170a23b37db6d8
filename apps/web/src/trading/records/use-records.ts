import type { WireFundingPayment, WireLiquidation } from "@candor/wire/contract-objects";
import type { WireLeverLiquidation } from "@candor/wire/lever-objects";
import type { WireOrder, WireTrade } from "@candor/wire/objects";
import type { WireOption } from "@candor/wire/option-objects";
import { type PageOf, type Pages, usePages } from "../../shell/calls/use-pages.ts";
import { api } from "../../shell/services/services.ts";
import { mergeNewest, type Timed } from "./merge-newest.ts";
import { type RecordsFilter, requestOf } from "./records-filter.ts";

const PAGE_ROWS = 20;
const ORDER_SIDES = ["buy", "sell"] as const;
const POSITION_SIDES = ["long", "short"] as const;

/** Row types of the history views of /Contract/record. */
interface RowOf {
  readonly history: WireOrder;
  readonly trades: WireTrade;
  readonly liquidations: WireLiquidation;
}

function useContractRecords<View extends keyof RowOf>(
  view: View,
  filter: RecordsFilter,
  enabled: boolean,
): Pages<RowOf[View]> {
  const sides = view === "liquidations" ? POSITION_SIDES : ORDER_SIDES;
  const request = { view, limit: PAGE_ROWS, ...requestOf(filter, sides) };
  return usePages(
    ["contractRecord", request],
    async (start, signal) => {
      const reply = await api.call("contractRecord", { ...request, ...start }, { signal });
      // The call returns the row type of the requested view.
      return reply as unknown as PageOf<RowOf[View]>;
    },
    enabled,
  );
}

/** Closed contract orders. */
export const useContractOrders = (filter: RecordsFilter): Pages<WireOrder> =>
  useContractRecords("history", filter, true);

export const useContractTrades = (filter: RecordsFilter, enabled = true): Pages<WireTrade> =>
  useContractRecords("trades", filter, enabled);

export const useLiquidations = (filter: RecordsFilter, enabled = true): Pages<WireLiquidation> =>
  useContractRecords("liquidations", filter, enabled);

export function useFundings(filter: RecordsFilter, enabled = true): Pages<WireFundingPayment> {
  const request = { limit: PAGE_ROWS, ...requestOf(filter, []) };
  return usePages(
    ["contractFunding", request],
    (start, signal) => api.call("contractFunding", { ...request, ...start }, { signal }),
    enabled,
  );
}

export function useSpotTrades(filter: RecordsFilter, enabled = true): Pages<WireTrade> {
  const request = {
    product: "spot",
    view: "trades",
    limit: PAGE_ROWS,
    ...requestOf(filter, ORDER_SIDES),
  } as const;
  return usePages(
    ["record", request],
    async (start, signal) => {
      const reply = await api.call("record", { ...request, ...start }, { signal });
      return reply as unknown as PageOf<WireTrade>;
    },
    enabled,
  );
}

/** Fills of margin orders. */
export function useLeverTrades(filter: RecordsFilter, enabled = true): Pages<WireTrade> {
  const request = { view: "trades", limit: PAGE_ROWS, ...requestOf(filter, ORDER_SIDES) } as const;
  return usePages(
    ["orderLRecord", request],
    async (start, signal) => {
      const reply = await api.call("orderLRecord", { ...request, ...start }, { signal });
      return reply as unknown as PageOf<WireTrade>;
    },
    enabled,
  );
}

/** Sales and purchases that settled margin accounts' debts. */
export function useLeverLiquidations(filter: RecordsFilter, enabled = true): Pages<WireLeverLiquidation> {
  const request = { view: "liquidations", limit: PAGE_ROWS, ...requestOf(filter, []) } as const;
  return usePages(
    ["orderLRecord", request],
    async (start, signal) => {
      const reply = await api.call("orderLRecord", { ...request, ...start }, { signal });
      return reply as unknown as PageOf<WireLeverLiquidation>;
    },
    enabled,
  );
}

/** Ended timed options. */
export function useOptions(filter: RecordsFilter, enabled = true): Pages<WireOption> {
  const request = { product: "option", view: "history", limit: PAGE_ROWS, ...requestOf(filter, []) } as const;
  return usePages(
    ["record", request],
    async (start, signal) => {
      const reply = await api.call("record", { ...request, ...start }, { signal });
      return reply as unknown as PageOf<WireOption>;
    },
    enabled,
  );
}

/** A list in a merged one, with the kind of its rows. */
export interface Part<Row> {
  readonly pages: Pages<Row>;
  readonly isShown: boolean;
}

/** Merges several lists; "load more" loads the lists that the next row depends on. */
export function mergePages<Row extends Timed>(parts: readonly Part<Row>[]): Pages<Row> {
  const shown = parts.filter(({ isShown }) => isShown).map(({ pages }) => pages);
  const { rows, behind } = mergeNewest(shown);
  return {
    rows,
    isPending: shown.some(({ isPending }) => isPending),
    isFailed: shown.some(({ isFailed }) => isFailed),
    error: shown.find(({ isFailed }) => isFailed)?.error,
    hasMore: behind.length > 0,
    isFetchingMore: shown.some(({ isFetchingMore }) => isFetchingMore),
    fetchMore: () => {
      for (const index of behind) shown[index]?.fetchMore();
    },
    refetch: () => {
      for (const pages of shown) pages.refetch();
    },
  };
}

/** Memoizes a mapping by object, so that unchanged rows are not rendered again. */
export function memoizedByObject<From extends object, To>(to: (row: From) => To): (row: From) => To {
  const known = new WeakMap<From, To>();
  return (row) => {
    const kept = known.get(row) ?? to(row);
    known.set(row, kept);
    return kept;
  };
}

/** Returns the same pages with mapped rows. */
export const mapPages = <From, To>(pages: Pages<From>, to: (row: From) => To): Pages<To> => ({
  ...pages,
  rows: pages.rows.map(to),
});
