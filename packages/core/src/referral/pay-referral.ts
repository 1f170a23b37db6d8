import { LAYOUT } from "@candor/codec/event-layouts";
import type { Units } from "@candor/money/brand";
import { boundedProductRatioFloor, multiplyDivideFloor } from "@candor/money/integer";
import { MAIN } from "../ledger/account-number.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";

const PPM = 1_000_000;
/** The coin in which earnings are valued. */
const VALUE_COIN = "USDT";

/**
 * Pays the inviter of a referred user a share of the fee that the user has paid, or will pay in the same command: from
 * the venue's fees into the main wallet. Pays nothing while the inviter is frozen, and nothing below one unit.
 */
export function payReferral(
  state: ExchangeState,
  userId: number,
  market: Market,
  tradeId: number,
  assetId: number,
  feeUnits: number,
): void {
  const { referrals, ledger, users } = state;
  const inviterId = referrals.inviterOf(userId);
  const amountUnits = multiplyDivideFloor(feeUnits, referrals.ratePpm, PPM);
  if (amountUnits === 0 || users.isFrozen(inviterId, MAIN)) return;
  ledger.shift("fees", assetId, 0 - amountUnits);
  const afterUnits = ledger.give(ledger.account(inviterId, MAIN, assetId), amountUnits);
  const valueUnits = valueOf(state, market, assetId, amountUnits);
  LAYOUT.referralPaid.write(state.out, {
    inviterId,
    userId,
    marketId: market.id,
    tradeId,
    assetId,
    amountUnits: amountUnits as Units,
    valueUnits: valueUnits as Units,
    afterUnits: afterUnits as Units,
  });
}

/** The value in USDT at the index in force, rounded down; 0 without an index. */
function valueOf(state: ExchangeState, traded: Market, assetId: number, units: number): number {
  if (state.assets[assetId]?.spec.symbol === VALUE_COIN) return units;
  const market = isPricedIn(traded, assetId)
    ? traded
    : state.markets.find((each) => each.contract === undefined && isPricedIn(each, assetId));
  if (market === undefined || market.index.valueE8 === 0) return 0;
  const { index, quoteFactor, lotUnits, tickE8 } = market;
  return boundedProductRatioFloor([units, index.valueE8, quoteFactor], [lotUnits, tickE8]);
}

function isPricedIn({ spec, baseAsset }: Market, assetId: number): boolean {
  return baseAsset === assetId && spec.quote === VALUE_COIN;
}
