import { LAYOUT } from "@candor/codec/event-layouts";
import type { Convert, ConvertLeg } from "@candor/domain/commands/convert-commands";
import { FUND_RECORD_KINDS, WALLETS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import type { Ppm, Ticks, Units } from "@candor/money/brand";
import { bindKey, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN, MAIN } from "../ledger/account-number.ts";
import { BUY } from "../memory/order-slab.ts";
import { placeOrder } from "../spot/place-order.ts";
import { type ExchangeState, isAmount } from "../state/exchange-state.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import { sideIndex } from "../state/orders/order-codes.ts";
import { describeConversion } from "./describe-conversion.ts";
import { type WalkResult, walkExactly } from "./exact-walk.ts";

const CONVERT = FUND_RECORD_KINDS.indexOf("convert");
const MAX_LEGS = 2;

/** A leg with its market, and the amounts it pays and yields. */
interface PlannedLeg extends WalkResult {
  readonly leg: ConvertLeg;
  readonly market: Market;
  readonly payAsset: number;
  readonly bringAsset: number;
}

/**
 * Converts as quoted, all or nothing, by market orders. All legs are walked before anything moves, so the execution
 * matches what was checked. Rejections, in this order: request.parameterError, request.keyConflict,
 * convert.quoteExpired, account.coinFrozen, wallet.insufficientAmount (below what was quoted), convert.noQuote (the
 * books no longer give it).
 */
export function convert(state: ExchangeState, command: Convert): void {
  const { userId, fromAssetId, toAssetId, fromUnits, key } = command;
  const { ledger } = state;
  if (!isSound(state, command)) return state.reject("request.parameterError");
  const wallet = WALLETS.indexOf(command.wallet);
  describeConversion(state, command);
  if (isAnsweredByKey(state, userId, key)) return;
  if (state.timeMs > command.expiresAtMs) return state.reject("convert.quoteExpired");
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  const source = ledger.account(userId, wallet, fromAssetId);
  if (fromUnits > ledger.available(source)) return state.reject("wallet.insufficientAmount");
  const plan = planOf(state, command);
  const [first] = plan;
  const last = plan.at(-1);
  if (first === undefined || last === undefined) return state.reject("convert.noQuote");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  if (wallet === MAIN) move(state, userId, fromAssetId, first.paidUnits, MAIN, COIN);
  for (const { leg } of plan) execute(state, userId, leg);
  if (wallet === MAIN) {
    move(state, userId, toAssetId, last.receivedUnits, COIN, MAIN);
    const rest = first === last ? 0 : first.receivedUnits - last.paidUnits;
    if (rest > 0) move(state, userId, first.bringAsset, rest, COIN, MAIN);
  }
  LAYOUT.converted.write(state.out, {
    convertId: state.lastSeq,
    userId,
    wallet: command.wallet,
    fromAssetId,
    toAssetId,
    paidUnits: first.paidUnits as Units,
    receivedUnits: last.receivedUnits as Units,
  });
}

function isSound(state: ExchangeState, command: Convert): boolean {
  const { fromAssetId, toAssetId, fromUnits, toUnits, legs, wallet } = command;
  return (
    state.users.isOpen(command.userId) &&
    (wallet === "main" || wallet === "coin") &&
    state.assets[fromAssetId] !== undefined &&
    state.assets[toAssetId] !== undefined &&
    fromAssetId !== toAssetId &&
    isAmount(fromUnits) &&
    isAmount(toUnits) &&
    Number.isSafeInteger(command.expiresAtMs) &&
    isKey(command.key) &&
    Array.isArray(legs) &&
    legs.length > 0 &&
    legs.length <= MAX_LEGS &&
    leadsThere(state, command)
  );
}

/** Whether the legs begin with `fromAssetId`, end with `toAssetId`, and each pays with what the previous one yields. */
function leadsThere(state: ExchangeState, { legs, fromAssetId, toAssetId }: Convert): boolean {
  let asset = fromAssetId;
  for (const { marketId, side, quantityLots } of legs) {
    const market = state.markets[marketId];
    const isWhole = Number.isSafeInteger(quantityLots) && quantityLots > 0;
    if (market === undefined || market.contract !== undefined || sideIndex(side) < 0 || !isWhole)
      return false;
    const [pays, brings] = assetsOf(market, sideIndex(side));
    if (pays !== asset) return false;
    asset = brings;
  }
  return asset === toAssetId && legs[0]?.marketId !== legs[1]?.marketId;
}

function assetsOf(market: Market, side: number): readonly [number, number] {
  return side === BUY ? [market.quoteAsset, market.baseAsset] : [market.baseAsset, market.quoteAsset];
}

/** What each leg pays and yields. Empty when the markets no longer give what was quoted, or do not trade. */
function planOf(state: ExchangeState, command: Convert): readonly PlannedLeg[] {
  const plan: PlannedLeg[] = [];
  let fillsLeft = state.fillsLeft;
  let mostUnits: number = command.fromUnits;
  for (const leg of command.legs) {
    const market = state.markets[leg.marketId] as Market;
    const side = sideIndex(leg.side);
    const walk = isOrderable(state, market, leg.quantityLots)
      ? walkExactly(market, side, command.userId, leg.quantityLots, fillsLeft)
      : undefined;
    if (walk === undefined || walk.paidUnits > mostUnits) return [];
    const [payAsset, bringAsset] = assetsOf(market, side);
    plan.push({ leg, market, payAsset, bringAsset, ...walk });
    fillsLeft -= walk.fills;
    mostUnits = walk.receivedUnits;
  }
  return mostUnits >= command.toUnits ? plan : [];
}

/** Whether the market currently accepts a market order of `lots`. */
function isOrderable({ rules }: ExchangeState, market: Market, lots: number): boolean {
  const value = market.notional(market.indexTicks, lots);
  return (
    market.status === TRADING &&
    lots >= market.minLots &&
    lots <= market.maxLots &&
    (value >= market.minNotionalUnits || rules >= RULES.smallConversions) &&
    value <= LIMITS.maxUnits
  );
}

/** Places the market order of a leg. It has been walked, and its money is in the spot wallet. */
function execute(state: ExchangeState, userId: number, { marketId, side, quantityLots }: ConvertLeg): void {
  const { lastOrderId } = state.orders;
  state.isConverting = state.rules >= RULES.smallConversions;
  placeOrder(state, {
    kind: "place-order",
    userId,
    marketId,
    side,
    type: "market",
    timeInForce: "ioc",
    selfTrade: "expire-taker",
    quantityLots,
    quoteUnits: 0 as Units,
    priceTicks: 0 as Ticks,
    stopTicks: 0 as Ticks,
    trailingPpm: 0 as Ppm,
    key: "",
  });
  state.isConverting = false;
  if (state.orders.lastOrderId === lastOrderId)
    throw new Error(`conversion ${state.lastSeq} was planned but rejected in market ${marketId}`);
}

/** Moves money between two of the user's wallets for the conversion. */
function move(
  state: ExchangeState,
  userId: number,
  assetId: number,
  units: number,
  from: number,
  to: number,
): void {
  const { ledger, lastSeq, out } = state;
  const source = ledger.account(userId, from, assetId);
  const target = ledger.account(userId, to, assetId);
  ledger.move(source, target, units);
  out.fundsPosted(userId, from, assetId, 0 - units, ledger.total(source), CONVERT, lastSeq);
  out.fundsPosted(userId, to, assetId, units, ledger.total(target), CONVERT, lastSeq);
}
