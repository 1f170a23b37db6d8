import type { LeverAccountView, LeverCoinView, LeverPairState } from "@candor/domain/engine-port";
import { marginLevelE4 } from "@candor/formulas/leverage/margin-level";
import type { Units } from "@candor/money/brand";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { LeverAccount } from "../state/leverage/lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";
import { borrowRoom } from "./borrow-limit.ts";
import { stateOf } from "./emit-accounts.ts";
import { holdingsOf, measureOf } from "./lever-holdings.ts";
import { mostOut } from "./move-lever-funds.ts";

const NO_LEVEL = -1;

/** A user's margin accounts, in the order their markets were listed. */
export function viewLever(state: ExchangeState, userId: number): readonly LeverAccountView[] {
  const views: LeverAccountView[] = [];
  for (const pair of state.leverage.pairs) {
    const account = pair.find(userId);
    if (account !== undefined) views.push(viewAccount(state, account));
  }
  return views;
}

function viewAccount(state: ExchangeState, account: LeverAccount): LeverAccountView {
  const { pair } = account;
  const { indexTicks } = pair;
  const level =
    indexTicks === 0 ? undefined : marginLevelE4(holdingsOf(state, account), measureOf(pair), indexTicks);
  return {
    ...stateOf(state, account),
    base: viewCoin(state, account, BASE),
    quote: viewCoin(state, account, QUOTE),
    levelE4: level ?? NO_LEVEL,
  };
}

function viewCoin(state: ExchangeState, account: LeverAccount, coin: number): LeverCoinView {
  const { limitUnits, poolUnits } = borrowRoom(state, account.pair, account, coin, 0);
  return {
    borrowableUnits: Math.min(limitUnits, poolUnits) as Units,
    maxTransferOutUnits: mostOut(state, account, coin) as Units,
  };
}

export function viewPair(pair: LeverPair): LeverPairState {
  return { spec: pair.spec, baseLentUnits: pair.lent[BASE], quoteLentUnits: pair.lent[QUOTE] };
}
