import type { OptionOfferView, OptionsView } from "@candor/domain/engine-port";
import type { OptionState } from "@candor/domain/events/option-events";
import type { ExchangeState } from "../state/exchange-state.ts";
import { TRADING } from "../state/market/market.ts";
import type { OptionMarket } from "../state/timed-option/option-market.ts";
import type { ActiveTerms } from "../state/timed-option/option-state.ts";
import { freeCover, incomeWithinCaps, stakeForIncome, stakeWithinCap } from "./option-capacity.ts";

/** The timed options currently offered and covered, and a user's open ones, newest first. */
export function viewOptions(state: ExchangeState, userId?: number): Omit<OptionsView, "asOfSeq"> {
  const { options, ledger } = state;
  const { active } = options;
  if (active === undefined)
    return { terms: undefined, poolUnits: 0, escrowUnits: 0, owedUnits: 0, offers: [], open: [] };
  const mine: OptionState[] = [];
  if (userId !== undefined) for (const option of options.of(userId).values()) mine.push({ ...option });
  mine.reverse();
  return {
    terms: active.terms,
    poolUnits: freeCover(state, active),
    escrowUnits: ledger.systemBalance("option-escrow", active.assetId),
    owedUnits: options.owedUnits,
    offers: options.markets
      .filter(({ durations }) => durations.length > 0)
      .map((at) => viewOffer(state, active, at)),
    open: mine,
    ...(userId === undefined ? {} : { userRemainingUnits: stakeWithinCap(state, active, userId) }),
  };
}

function viewOffer(state: ExchangeState, active: ActiveTerms, at: OptionMarket): OptionOfferView {
  const { minStakeUnits, maxStakeUnits } = active.scale;
  const cover = freeCover(state, active);
  return {
    marketId: at.market.id,
    minStakeUnits,
    maxStakeUnits,
    isOpen: at.market.status === TRADING,
    durations: at.durations.map(({ durationSeconds, payoutPpm }) => {
      const expiresAtMs = state.timeMs + durationSeconds * 1_000;
      const room = Math.min(cover, incomeWithinCaps(state, active, at, expiresAtMs));
      return { durationSeconds, payoutPpm, remainingUnits: stakeForIncome(active, room, payoutPpm) };
    }),
  };
}
