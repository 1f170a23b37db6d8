import type { BuyMiners, ShownMiner } from "@candor/domain/commands/mining-commands";
import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { bindKey, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { MAIN } from "../ledger/account-number.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Miner, Plan } from "../state/mining-state.ts";
import { describeMining, emitMachine } from "./miner-changes.ts";

const PRICE = FUND_RECORD_KINDS.indexOf("mining-price");

/**
 * Sells machines, all or none. The price moves from the main wallet into the mining reserve, where the machines' whole
 * output is locked. The output must be free there before the payment, so that no machine is financed by its own buyer.
 * Rejections: request.parameterError, request.keyConflict, mining.minerNotFound (no such plan), mining.termsChanged
 * (worse than what the buyer was shown), mining.purchaseLimitReached (of the plan, or of all machines of a user),
 * mining.soldOut (no stock, or the reserve cannot cover), mining.insufficientBalance.
 */
export function buyMiners(state: ExchangeState, command: BuyMiners): void {
  const { userId, planId, quantity, shown = {}, key } = command;
  const { ledger, mining } = state;
  const hasQuantity = Number.isInteger(quantity) && quantity > 0 && quantity <= LIMITS.maxMinersPerPurchase;
  if (!hasQuantity || !areCounts(shown) || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("request.parameterError");
  describeMining(state, "buy-miners", planId, quantity);
  if (isAnsweredByKey(state, userId, key)) return;
  const plan = mining.plans[planId];
  if (plan === undefined) return state.reject("mining.minerNotFound");
  if (isWorse(plan, shown)) return state.reject("mining.termsChanged");
  const owned = mining.countOf(userId, planId);
  const { limitPerUser, stock } = plan.spec;
  if (owned + quantity > limitPerUser)
    return state.reject("mining.purchaseLimitReached", limitPerUser, owned);
  const all = mining.countOfUser(userId);
  if (all + quantity > LIMITS.maxMinersPerUser)
    return state.reject("mining.purchaseLimitReached", LIMITS.maxMinersPerUser, all);
  if (plan.running + quantity > stock || !isCovered(state, plan, quantity))
    return state.reject("mining.soldOut");
  const account = ledger.account(userId, MAIN, plan.assetId);
  if (quantity * plan.priceUnits > ledger.available(account))
    return state.reject("mining.insufficientBalance");

  // Nothing below may fail.
  bindKey(state, userId, key, 0);
  for (let n = 0; n < quantity; n++) {
    const miner = makeMiner(state, plan, userId);
    mining.add(miner);
    ledger.take(account, plan.priceUnits);
    ledger.shift("mining-reserve", plan.assetId, plan.priceUnits);
    emitMachine(state, miner, "bought", 0, 0);
    const after = ledger.total(account);
    state.out.fundsPosted(userId, MAIN, plan.assetId, 0 - plan.priceUnits, after, PRICE, miner.minerId);
  }
}

function areCounts(shown: ShownMiner): boolean {
  return (
    typeof shown === "object" &&
    shown !== null &&
    Object.values(shown).every((value) => Number.isSafeInteger(value) && value >= 0)
  );
}

/** Whether the plan costs more, or yields less, than the buyer was shown. */
function isWorse({ priceUnits, totalOutputUnits, spec }: Plan, shown: ShownMiner): boolean {
  return (
    priceUnits > (shown.priceUnits ?? priceUnits) ||
    totalOutputUnits < (shown.totalOutputUnits ?? 0) ||
    spec.durationDays > (shown.durationDays ?? spec.durationDays) ||
    spec.refundPpm < (shown.refundPpm ?? 0)
  );
}

/** Whether the free reserve covers the whole output of `quantity` machines. */
export function isCovered(state: ExchangeState, plan: Plan, quantity: number): boolean {
  return quantity * plan.totalOutputUnits <= freeReserve(state, plan.assetId);
}

/** The part of the mining reserve that is not locked. */
export function freeReserve(state: ExchangeState, assetId: number): number {
  return state.ledger.systemBalance("mining-reserve", assetId) - state.mining.lockedUnits(assetId);
}

function makeMiner(state: ExchangeState, plan: Plan, userId: number): Miner {
  return {
    minerId: ++state.mining.lastMinerId,
    userId,
    planId: plan.id,
    assetId: plan.assetId,
    priceUnits: plan.priceUnits,
    totalOutputUnits: plan.totalOutputUnits,
    durationDays: plan.spec.durationDays,
    refundPpm: plan.spec.refundPpm,
    hashRateGhs: plan.spec.hashRateGhs,
    boughtAtMs: state.timeMs,
    claimedUnits: 0,
  };
}
