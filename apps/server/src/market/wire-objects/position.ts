import type { AccountView, ContractAccountView, PositionView } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import { averageTicksOf, riskRatePpm } from "@candor/formulas/perpetual/profit";
import { formatDecimal } from "@candor/money/decimal";
import type { WireContractAccount, WirePosition } from "@candor/wire/contract-objects";
import type { ListedMarket } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

/** Risk rate shown if no equity is left, as documented for the wire. */
const RISK_WITHOUT_EQUITY = "999999.999999";

const NOTHING: ContractAccountView = {
  positions: [],
  equityUnits: 0,
  usableUnits: 0,
  marginUnits: 0,
  orderMarginUnits: 0,
  maintenanceUnits: 0,
  unrealizedUnits: 0,
};

/**
 * Returns the user's position or settings in a contract, or `undefined` if they never had any. `leg` is needed in hedge
 * mode; without it, the settings of both positions are found.
 */
export function positionIn(view: AccountView, marketId: number, leg?: PositionLeg): PositionView | undefined {
  return view.contracts?.positions.find(
    (position) => position.marketId === marketId && (leg === undefined || position.leg === leg),
  );
}

export function positionModeOf({ isHedged }: AccountView): "one-way" | "hedge" {
  return isHedged === true ? "hedge" : "one-way";
}

/** Formats an open position; null if there is none. `indexE8` is 0 if unknown. */
export function toWirePosition(
  position: PositionView | undefined,
  market: ListedMarket,
  indexE8: number,
): WirePosition | null {
  if (position === undefined || position.lots === 0) return null;
  const { format, scale, spec } = market;
  const { lots, entryCostUnits } = position;
  const averageTicks = averageTicksOf(lots, entryCostUnits, scale.quoteUnitsPerTickLot);
  return {
    positionId: String(position.positionId),
    symbol: spec.symbol,
    side: lots > 0 ? "long" : "short",
    quantity: format.quantity(Math.abs(lots)),
    averagePrice: format.price(averageTicks),
    markPrice: format.price(position.markTicks),
    indexPrice: format.indexPrice(indexE8),
    marginMode: position.marginMode,
    leverage: position.leverage,
    margin: format.quoteAmount(position.marginUnits),
    maintenanceMargin: format.quoteAmount(position.maintenanceUnits),
    notional: format.quoteAmount(position.notionalUnits),
    unrealizedProfit: format.quoteAmount(position.unrealizedUnits),
    realizedProfit: format.quoteAmount(position.realizedUnits),
    fundingPaid: format.quoteAmount(position.fundingPaidUnits),
    liquidationPrice: format.priceOrNull(position.liquidationTicks),
    bankruptcyPrice: format.priceOrNull(position.bankruptcyTicks),
    riskRate: position.riskRatePpm < 0 ? RISK_WITHOUT_EQUITY : formatRate(position.riskRatePpm),
    holdable: format.quantity(position.holdableLots),
    takeProfitPrice: format.priceOrNull(position.takeProfitTicks),
    stopLossPrice: format.priceOrNull(position.stopLossTicks),
    triggerBy: position.triggerBy,
    adlRank: position.adlRank,
    openedAtMs: position.openedAtMs,
    updatedAtMs: position.updatedAtMs,
  };
}

/**
 * Formats the user's contract account. A user who never traded contracts has just the contract wallet's balance.
 * @param assetId the margin coin of contracts, `scale` its decimals
 */
export function toWireContractAccount(
  view: AccountView,
  assetId: number,
  scale: number,
): WireContractAccount {
  const wallet = view.balances.find(
    (balance) => balance.wallet === "contract" && balance.assetId === assetId,
  );
  const idle = wallet?.availableUnits ?? 0;
  const account = view.contracts ?? { ...NOTHING, equityUnits: idle, usableUnits: idle };
  const { equityUnits, maintenanceUnits } = account;
  const write = (units: number): string => formatDecimal(units, scale);
  return {
    equity: write(equityUnits),
    available: write(account.usableUnits),
    margin: write(account.marginUnits),
    frozen: write(account.orderMarginUnits),
    maintenanceMargin: write(maintenanceUnits),
    unrealizedProfit: write(account.unrealizedUnits),
    riskRate: riskRateOf(maintenanceUnits, equityUnits),
  };
}

function riskRateOf(maintenanceUnits: number, equityUnits: number): string {
  if (maintenanceUnits === 0) return formatRate(0);
  return equityUnits > 0 ? formatRate(riskRatePpm(maintenanceUnits, equityUnits)) : RISK_WITHOUT_EQUITY;
}
