import { parseDecimal } from "@candor/money/decimal";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { WireMarket, WireOrder } from "@candor/wire/objects";
import { useCallback, useMemo, useRef, useSyncExternalStore } from "react";
import { balanceOf } from "../../data/account-store.ts";
import { ContractStore, type ContractView } from "../../data/contract-store.ts";
import { MarkStore, type MarkView } from "../../data/mark-store.ts";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { live } from "../../shell/services/services.ts";
import { appState, useAppStore } from "../../state/app-store.ts";
import { marketTerms } from "../../trading/market/market-terms.ts";
import { useLiveValue } from "../../trading/market/use-live-value.ts";
import { type ContractTerms, contractTerms, type ListedBrackets, ticksOf } from "./contract-terms.ts";
import {
  type AccountFigures,
  accountFigures,
  type ContractWallet,
  type HeldPosition,
  heldPosition,
  type PositionFigures,
  positionFigures,
} from "./held-position.ts";

/** Margin currency of all contracts. */
const MARGIN_COIN = "USDT";
/** Tiers and fees change only when an operator changes them. */
const TERMS_FRESH_MS = 600_000;

/** Returns the live positions, orders and settings of the logged-in user; empty for visitors. */
export function contractStore(): ContractStore {
  const userId = appState().user?.id ?? "";
  return live.other(
    `contracts of ${userId}`,
    ({ socket, api, pulse }) =>
      new ContractStore(socket, api, pulse, () => appState().token !== "" && appState().user?.id === userId),
  );
}

const NOTHING: ContractView = {
  state: "ready",
  positions: [],
  orders: [],
  isHedged: false,
  settings: [],
  asOfSeq: 0,
};
const VISITOR = { subscribe: () => () => undefined, getSnapshot: () => NOTHING };

function useContracts(): ContractView {
  const userId = useAppStore((state) => (state.token === "" ? "" : (state.user?.id ?? "")));
  const store = useMemo(() => (userId === "" ? VISITOR : contractStore()), [userId]);
  return useSyncExternalStore(store.subscribe, store.getSnapshot);
}

export const markStore = (symbol: string): MarkStore =>
  live.other(`mark of ${symbol}`, ({ socket, pulse }) => new MarkStore(symbol, socket, pulse));

/** A contract's mark, index and funding: from the socket, or from the listing until then. */
export function useMark(market: WireMarket): MarkView {
  const reported = useLive(markStore(market.symbol));
  return {
    markPrice: reported.markPrice ?? market.markPrice ?? null,
    indexPrice: reported.indexPrice ?? market.indexPrice,
    fundingRate: reported.fundingRate ?? market.fundingRate ?? null,
    nextFundingAtMs: reported.nextFundingAtMs ?? market.nextFundingAtMs ?? null,
    openInterest: reported.openInterest ?? market.openInterest ?? null,
  };
}

/** Mark prices of several contracts; unknown ones are omitted. */
function useMarks(symbols: readonly string[]): ReadonlyMap<string, string> {
  const names = symbols.join(" ");
  const latest = useRef<ReadonlyMap<string, string>>(new Map());
  const stores = useMemo(
    () => (names === "" ? [] : names.split(" ").map((symbol) => ({ symbol, store: markStore(symbol) }))),
    [names],
  );
  const subscribe = useCallback(
    (watcher: () => void) => {
      const stops = stores.map(({ store }) => store.subscribe(watcher));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [stores],
  );
  const look = useCallback(() => {
    const marks = stores.flatMap(({ symbol, store }) => {
      const { markPrice } = store.getSnapshot();
      return markPrice === null ? [] : [[symbol, markPrice] as const];
    });
    const isSame =
      marks.length === latest.current.size &&
      marks.every(([symbol, price]) => latest.current.get(symbol) === price);
    if (!isSame) latest.current = new Map(marks);
    return latest.current;
  }, [stores]);
  return useSyncExternalStore(subscribe, look);
}

export const useBrackets = () => useCall("contractBrackets", {}, { freshMs: TERMS_FRESH_MS });

const termsOf = new WeakMap<ListedBrackets, ContractTerms>();

/** Integer terms of each contract; empty until listing and tiers are loaded. */
export function useContractTerms(): ReadonlyMap<string, ContractTerms> {
  const { markets, assets } = useTicker();
  const { data } = useBrackets();
  const scales = useMemo(() => new Map(assets.map(({ asset, scale }) => [asset, scale])), [assets]);
  return useMemo(() => {
    const terms = new Map<string, ContractTerms>();
    for (const listed of data?.list ?? []) {
      const market = markets.find((each) => each.market === "contract" && each.symbol === listed.symbol);
      const base = market && scales.get(market.tokenCur);
      const quote = market && scales.get(market.quote);
      if (market === undefined || base === undefined || quote === undefined) continue;
      // Terms change only with the listing, not with every price.
      let own = termsOf.get(listed);
      if (own === undefined) {
        own = contractTerms(marketTerms(market, base, quote), listed);
        termsOf.set(listed, own);
      }
      terms.set(listed.symbol, own);
    }
    return terms;
  }, [data, markets, scales]);
}

/** A position with its figures at the current mark price. */
export interface LivePosition {
  readonly position: WirePosition;
  /** Unique among the user's positions. */
  readonly name: string;
  /** Names the position in calls. */
  readonly named: { readonly symbol: string; readonly positionSide?: WirePosition["side"] };
  readonly held: HeldPosition;
  readonly figures: PositionFigures;
  readonly markPrice: string;
  /** Pending take-profits and stop-losses of parts of it. */
  readonly partLevels: readonly WireOrder[];
}

/** Whether the order is a take-profit or stop-loss of a part of the position. */
function isPartLevel(
  order: WireOrder,
  { position, named }: Pick<LivePosition, "position" | "named">,
): boolean {
  return (
    order.symbol === position.symbol &&
    order.positionSide === named.positionSide &&
    order.reduceOnly &&
    order.status === "untriggered" &&
    (order.type === "stop-market" || order.type === "take-profit-market") &&
    order.side === (position.side === "long" ? "sell" : "buy")
  );
}

export interface LiveContracts extends ContractView {
  readonly live: readonly LivePosition[];
  /** Undefined while balances, positions or terms are unknown. */
  readonly account: AccountFigures | undefined;
}

/** Positions, orders and account figures, updated with mark prices and balances. */
export function useLiveContracts(): LiveContracts {
  const view = useContracts();
  const terms = useContractTerms();
  const marks = useMarks(
    useMemo(() => [...new Set(view.positions.map(({ symbol }) => symbol))], [view.positions]),
  );
  const wallet = useContractWallet();
  return useMemo(() => {
    const held = view.positions.flatMap((position) => {
      const own = terms.get(position.symbol);
      if (own === undefined) return [];
      const markPrice = marks.get(position.symbol) ?? position.markPrice;
      const { side, symbol } = position;
      const named = view.isHedged ? { symbol, positionSide: side } : { symbol };
      return [
        {
          position,
          name: view.isHedged ? `${symbol} ${side}` : symbol,
          named,
          markPrice,
          partLevels: view.orders.filter((order) => isPartLevel(order, { position, named })),
          held: heldPosition(position, own, ticksOf(markPrice, own)),
        },
      ];
    });
    const isKnown = view.state === "ready" && held.length === view.positions.length;
    const account =
      wallet === undefined || !isKnown
        ? undefined
        : accountFigures(
            held.map((each) => each.held),
            wallet,
          );
    const followed =
      account === undefined
        ? []
        : held.map((each) => {
            const { symbol } = each.position;
            const sibling = held.find((other) => other !== each && other.position.symbol === symbol);
            return { ...each, figures: positionFigures(each.held, account, sibling?.held) };
          });
    return { ...view, live: followed, account };
  }, [view, terms, marks, wallet]);
}

/** Balance of the contract wallet; undefined if unknown. */
function useContractWallet(): ContractWallet | undefined {
  const text = useLiveValue(live.account, (account) => {
    if (account.state !== "ready") return undefined;
    const balance = balanceOf(account, "contract", MARGIN_COIN);
    return `${balance?.available ?? "0"} ${balance?.frozen ?? "0"}`;
  });
  const scale = useTicker().assets.find(({ asset }) => asset === MARGIN_COIN)?.scale;
  return useMemo(() => {
    if (text === undefined || scale === undefined) return undefined;
    const [available = 0, frozen = 0] = text.split(" ").map((each) => parseDecimal(each, scale));
    if (typeof available === "string" || typeof frozen === "string") return undefined;
    return { availableUnits: available, frozenUnits: frozen };
  }, [text, scale]);
}
