import type { OptionState } from "@candor/domain/events/option-events";
import { optionIdOf } from "@candor/domain/fund-ids";
import { houseEdgePpm } from "@candor/formulas/timed-option/house-edge";
import type { WireOption } from "@candor/wire/option-objects";
import type { ListedMarket } from "../market-data/listings.ts";
import { formatRate } from "../market-data/market-format.ts";

/** Formats a timed option. `indexE8` is the current index, 0 if unknown. */
export function toWireOption(option: OptionState, market: ListedMarket, indexE8: number): WireOption {
  const { format } = market;
  const isOpen = option.status === "accepted" || option.status === "running";
  return {
    optionId: optionIdOf(option.optionId),
    clientOrderId: option.key === "" ? null : option.key,
    symbol: market.spec.symbol,
    name: optionName(market),
    direction: option.direction,
    amount: format.quoteAmount(option.stakeUnits),
    payoutRate: formatRate(option.payoutPpm),
    expectedIncome: format.quoteAmount(option.incomeUnits),
    houseEdge: formatRate(houseEdgePpm(option.payoutPpm)),
    durationSeconds: option.durationSeconds,
    orderTimeMs: option.acceptedAtMs,
    strikePrice: format.decidingPrice(option.strikeE8),
    strikeTimeMs: option.strikeSeq === 0 ? null : option.strikeAtMs,
    currentPrice: isOpen ? format.decidingPrice(indexE8) : null,
    sellPrice: format.decidingPrice(option.sellE8),
    sellTimeMs: option.expiresAtMs,
    status: option.status,
    payout: isOpen ? null : format.quoteAmount(option.payoutUnits),
    profit: isOpen ? null : format.quoteAmount(option.payoutUnits - option.stakeUnits),
    seq: option.acceptedSeq,
  };
}

/** Returns a name like "BTC/USDT". */
export function optionName({ base, quote }: ListedMarket): string {
  return `${base.spec.symbol}/${quote.spec.symbol}`;
}
