import type { PlaceOption } from "@candor/domain/commands/option-commands";
import type { OptionState } from "@candor/domain/events/option-events";
import type { Ppm, PriceE8, Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { OptionOrderRequest } from "@candor/wire/order-calls";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireOption } from "../../../market/wire-objects/option.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { tradeMarket } from "./find-market.ts";
import { orderUnits } from "./read-order-fields.ts";

const PATH = "/Entrus/doOrder";
const RATE_DECIMALS = 6;
/** How long a repeated request waits for the read models to have the first answer. */
const REPLAY_WAIT_MS = 1_000;
/** State at the time of purchase, ignoring later changes. */
const AS_SOLD = {
  status: "accepted",
  strikeE8: 0 as PriceE8,
  strikeSeq: 0,
  strikeAtMs: 0,
  sellE8: 0 as PriceE8,
  payoutUnits: 0 as Units,
} as const;

type Reply = Extract<CallReply<"doOrder">, { readonly option: unknown }>;

/** Buys a timed option. Errors in amount, time and rate follow the exchange's own rejection order. */
export async function placeOption(
  ports: Ports<"engine" | "listings" | "mirror" | "readModels">,
  request: OptionOrderRequest,
  userId: number,
): Promise<Outcome<Reply>> {
  const { engine, listings, mirror, readModels } = ports;
  const market = tradeMarket(listings, request.symbol);
  if (market instanceof Rejected) return market;
  const command = readOption(request, userId, market);
  if (command instanceof Rejected) return command;
  const { executed, events } = await engine.execute(command);
  // All other form errors have been rejected by now: this market has no timed options.
  if (executed.error === "trade.invalidParameters")
    return rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" });
  const refused = coreRejection(executed, PATH, listings, market);
  if (refused !== undefined) return refused;
  const { replayedSeq, seq } = executed;
  const reply = (option: OptionState, asOfSeq: number): Reply => ({
    option: toWireOption(option, market, mirror.market(market.marketId)?.indexE8 ?? 0),
    success: "trade.success",
    prompt: "trade.checkNow",
    asOfSeq,
  });
  if (replayedSeq === 0) {
    const sold = events.find((event) => event.kind === "option-changed" && event.acceptedSeq === seq);
    if (sold?.kind !== "option-changed") throw new Error(`command ${seq} was accepted but sold no option`);
    return reply(sold, seq);
  }
  await readModels.waitFor(replayedSeq, REPLAY_WAIT_MS);
  const first = await readModels.optionSoldBy(userId, replayedSeq);
  if (first === undefined) return reject("system.unavailable");
  return { ...reply({ ...first, ...AS_SOLD }, replayedSeq), replayed: true };
}

function readOption(
  request: OptionOrderRequest,
  userId: number,
  market: ListedMarket,
): PlaceOption | Rejected {
  const rate = request.payoutRate === undefined ? 0 : parseDecimal(request.payoutRate, RATE_DECIMALS);
  if (typeof rate === "string" || rate > 1_000_000)
    return rejectFields("trade.invalidParameters", { path: "payoutRate", reason: "range" });
  return {
    kind: "place-option",
    userId,
    marketId: market.marketId,
    direction: request.direction,
    // The exchange, which has the bounds, rejects an invalid or uncountable amount after a missing duration.
    stakeUnits: orderUnits(request.amount, market),
    durationSeconds: request.durationSeconds ?? 0,
    minPayoutPpm: rate as Ppm,
    key: request.clientOrderId ?? "",
  };
}
