import { POSITION_LEGS, type PositionLeg } from "@candor/domain/enumerations";
import { valueCapOf } from "@candor/formulas/perpetual/margin";
import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { positionIn, toWirePosition } from "../../../market/wire-objects/position.ts";
import { settingsIn } from "../../gateway/calls/contract-records.ts";
import { breakEvenPrice } from "./break-even-price.ts";
import type { ContractAccount } from "./contract-account.ts";
import { positionSideOf } from "./position-side.ts";

const NOTHING = "0";

/** Returns the largest position value a leverage allows. */
export function maxNotional(market: ListedMarket, leverage: number): string {
  return market.format.quoteAmount(valueCapOf(contractOf(market).scale.brackets, leverage));
}

/** Returns a user's position in a contract, in hedge mode both of them. */
export function contractPositions(account: ContractAccount, market: MirroredMarket) {
  const legs = account.view.isHedged === true ? POSITION_LEGS : [undefined];
  return legs.map((leg) => contractPosition(account, market, leg));
}

/**
 * Returns a user's position in a contract in Binance's format, or the settings of the next position when there is none.
 */
function contractPosition(
  account: ContractAccount,
  { listed, figures, indexE8 }: MirroredMarket,
  leg: PositionLeg | undefined,
) {
  const { format, spec } = listed;
  const own = positionIn(account.view, listed.marketId, leg);
  const wire = toWirePosition(own, listed, indexE8);
  const { leverage, marginMode } = settingsIn(account.view, listed);
  const isIsolated = marginMode === "isolated";
  const sign = wire?.side === "short" ? "-" : "";
  const marginUnits = own?.marginUnits ?? 0;
  const unrealizedUnits = wire === null ? 0 : (own?.unrealizedUnits ?? 0);
  const zero = format.quoteAmount(0);
  return {
    symbol: spec.symbol,
    positionSide: positionSideOf(leg),
    positionAmt: wire === null ? format.quantity(0) : `${sign}${wire.quantity}`,
    entryPrice: wire?.averagePrice ?? NOTHING,
    breakEvenPrice: own === undefined ? NOTHING : breakEvenPrice(own, account.feeUnits(own), listed),
    markPrice: wire?.markPrice ?? format.price(figures?.markTicks ?? 0),
    unRealizedProfit: format.quoteAmount(unrealizedUnits),
    liquidationPrice: wire?.liquidationPrice ?? NOTHING,
    marginType: isIsolated ? "isolated" : "cross",
    isolated: isIsolated,
    isAutoAddMargin: "false",
    isolatedMargin: isIsolated ? format.quoteAmount(marginUnits + unrealizedUnits) : zero,
    isolatedWallet: isIsolated ? format.quoteAmount(marginUnits) : zero,
    leverage: String(leverage),
    maxNotional: maxNotional(listed, leverage),
    notional: wire === null ? NOTHING : `${sign}${wire.notional}`,
    marginAsset: spec.quote,
    initialMargin: format.quoteAmount(marginUnits + (own?.orderMarginUnits ?? 0)),
    maintMargin: wire?.maintenanceMargin ?? zero,
    positionInitialMargin: format.quoteAmount(marginUnits),
    openOrderInitialMargin: format.quoteAmount(own?.orderMarginUnits ?? 0),
    adl: wire?.adlRank ?? 0,
    bidNotional: format.quoteAmount(account.openUnits(listed, "buy", leg)),
    askNotional: format.quoteAmount(account.openUnits(listed, "sell", leg)),
    updateTime: own?.updatedAtMs ?? 0,
    /** A position is open, or resting orders may open one. */
    isInUse: wire !== null || (own?.orderMarginUnits ?? 0) > 0,
  };
}
type ContractPosition = ReturnType<typeof contractPosition>;

const pick = <Name extends keyof ContractPosition>(position: ContractPosition, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, position[name]])) as Pick<ContractPosition, Name>;

/** For `/fapi/v2/positionRisk`. */
export function positionRisk2(position: ContractPosition) {
  const { maxNotional: maxNotionalValue } = position;
  return {
    ...pick(position, "symbol", "positionAmt", "entryPrice", "breakEvenPrice", "markPrice"),
    ...pick(position, "unRealizedProfit", "liquidationPrice", "leverage", "marginType", "isolatedMargin"),
    ...pick(position, "isAutoAddMargin", "positionSide", "notional", "isolatedWallet", "updateTime"),
    maxNotionalValue,
  };
}

/** For `/fapi/v3/positionRisk`. */
export function positionRisk3(position: ContractPosition) {
  return {
    ...pick(position, "symbol", "positionSide", "positionAmt", "entryPrice", "breakEvenPrice", "markPrice"),
    ...pick(position, "unRealizedProfit", "liquidationPrice", "isolatedMargin", "notional", "marginAsset"),
    ...pick(position, "isolatedWallet", "initialMargin", "maintMargin", "positionInitialMargin"),
    ...pick(position, "openOrderInitialMargin", "adl", "bidNotional", "askNotional", "updateTime"),
  };
}

/** In the list of `/fapi/v2/account`. */
export function accountPosition2(position: ContractPosition) {
  const { unRealizedProfit: unrealizedProfit } = position;
  return {
    ...pick(position, "symbol", "initialMargin", "maintMargin", "positionInitialMargin"),
    ...pick(position, "openOrderInitialMargin", "leverage", "isolated", "entryPrice", "breakEvenPrice"),
    ...pick(position, "maxNotional", "bidNotional", "askNotional", "positionSide", "positionAmt"),
    ...pick(position, "notional", "isolatedWallet", "updateTime"),
    unrealizedProfit,
  };
}

/** In the list of `/fapi/v3/account`. */
export function accountPosition3(position: ContractPosition) {
  const { unRealizedProfit: unrealizedProfit } = position;
  return {
    ...pick(position, "symbol", "positionSide", "positionAmt", "isolatedMargin", "notional"),
    ...pick(position, "isolatedWallet", "initialMargin", "maintMargin", "updateTime"),
    unrealizedProfit,
  };
}
