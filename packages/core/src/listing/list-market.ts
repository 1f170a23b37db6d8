import { LAYOUT } from "@candor/codec/event-layouts";
import type { ListMarket, SetMarketStatus } from "@candor/domain/commands/commands";
import { MARKET_STATUSES, type MarketStatus } from "@candor/domain/enumerations";
import { statusSetting } from "@candor/domain/setting-names";
import { marketScale, type SpotMarketSpec } from "@candor/domain/specs/listing";
import { isHot } from "../leverage/lever-risk.ts";
import { watchesRuin } from "../leverage/ruined-orders.ts";
import { holdNewMarket, refreshStatus, tellStatus } from "../market/market-status.ts";
import { registerFees } from "../market/set-market-fees.ts";
import { registerSetting } from "../settings-register/register-setting.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { ListedMarket } from "../state/listed-market.ts";
import { copyOf, isListable, pairOf, scaleWithin } from "./listing-checks.ts";

/**
 * Lists a market under the next number. It has no index and is cancel-only until its sources report prices. Rejection:
 * request.parameterError, for anything invalid.
 */
export function listMarket(state: ExchangeState, command: ListMarket): void {
  const { market: spec, minSources } = command;
  const isNew = !state.markets.some(
    (market) => market.contract === undefined && market.spec.symbol === spec.symbol,
  );
  if (!isNew || !isListable(state, spec, minSources)) return state.reject("request.parameterError");
  const market = addMarket(state, copyOf(spec), minSources);
  if (market === undefined) return state.reject("request.parameterError");
  LAYOUT.marketListed.write(state.out, { marketId: market.id, market: market.spec });
  registerListed(state, market);
  tellStatus(state, market);
}

/** Adds a market. Returns undefined when its assets or numbers are inconsistent. */
export function addMarket(
  state: ExchangeState,
  spec: SpotMarketSpec,
  minSources: number,
): ListedMarket | undefined {
  const pair = pairOf(state, spec);
  if (pair === undefined) return undefined;
  const { base, quote } = pair;
  const scale = scaleWithin(() => marketScale(spec, base.spec, quote.spec));
  if (scale === undefined) return undefined;
  const market = new ListedMarket(
    state.markets.length,
    spec,
    scale,
    base.id,
    quote.id,
    minSources,
    state.orders.slab,
  );
  state.markets.push(market);
  holdNewMarket(state, market);
  return market;
}

/** A market starts with the fees and status of its listing. */
export function registerListed(state: ExchangeState, market: ListedMarket): void {
  registerFees(state, market);
  registerStatus(state, market);
}

function registerStatus(state: ExchangeState, market: ListedMarket): void {
  const status = MARKET_STATUSES[market.operatorStatus] as MarketStatus;
  registerSetting(state, statusSetting(market.kind, market.spec.symbol), { status });
}

/** Sets the status that the operator allows. A market without an index stays cancel-only regardless. */
export function setMarketStatus(state: ExchangeState, command: SetMarketStatus): void {
  const market = state.markets[command.marketId];
  const status = MARKET_STATUSES.indexOf(command.status);
  if (market === undefined || status < 0) return state.reject("request.parameterError");
  market.operatorStatus = status;
  registerStatus(state, market);
  refreshStatus(state, market);
  if (watchesRuin(state) && market.lever !== undefined && isHot(market.lever)) state.leverage.mayBeHot = true;
}
