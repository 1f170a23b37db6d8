import type { AccountView, ExecutedCommand } from "@candor/domain/engine-port";
import type { ExchangeEvent, OrderState, TradeMade } from "@candor/domain/events/events";
import { formatDecimal } from "@candor/money/decimal";
import { add } from "@candor/money/integer";
import { CALLS, type CallReply, type CallRequest } from "@candor/wire/calls";
import type { WireTrade } from "@candor/wire/objects";
import { type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket, Listings } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { leverIn, toWireLeverAccount } from "../../../market/wire-objects/lever-account.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import type { LoanRecord } from "../../../records/projections/queries/lever.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { leverSpecOf, tradeMarket } from "./find-market.ts";
import { readSpotOrder } from "./read-spot-order.ts";

/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;
/** How long a repeated request waits until the read models have the original answer. */
const REPLAY_WAIT_MS = 1_000;

type Request = CallRequest<"leverOrder">;
type Reply = CallReply<"leverOrder">;
type Loan = Pick<LoanRecord, "loanKind" | "assetId" | "amountUnits" | "interestUnits">;

/** All of an answer except the account, which is always current. */
interface Placement {
  readonly order: OrderState;
  readonly fills: WireTrade[];
  readonly fillCount: number;
  readonly loans: readonly Loan[];
}

export function placeLeverOrder(
  ports: Ports<"engine" | "listings" | "readModels">,
): CallHandler<"leverOrder"> {
  const { engine, listings } = ports;
  const { path } = CALLS.leverOrder;
  return async (request, context): Promise<Outcome<Reply>> => {
    const userId = userOf(context);
    const ticket = readLeverTicket(listings, request, userId);
    if (ticket instanceof Rejected) return ticket;
    const { command, market } = ticket;
    const result = await engine.submit(command);
    const refused = coreRejection(result.executed, path, listings, market);
    if (refused !== undefined) return refused;
    const view = await engine.accountView(userId);
    const { replayedSeq, seq } = result.executed;
    if (replayedSeq === 0) return reply(ports, placed(result, userId, market), market, view, seq);
    const first = await firstPlacement(ports, userId, replayedSeq, market);
    if (first === undefined) return reject("system.unavailable");
    return { ...reply(ports, first, market, view, replayedSeq), replayed: true };
  };
}

/** Finds the pair and reads the order, or rejects with a parameter error. */
export function readLeverTicket(listings: Listings, request: Request, userId: number) {
  const market = tradeMarket(listings, request.symbol);
  if (market instanceof Rejected) return market;
  const lever = listings.lever(market.marketId);
  if (lever === undefined)
    return rejectFields("trade.invalidParameters", { path: "symbol", reason: "range" });
  if (request.leverage !== undefined && !lever.leverages.includes(request.leverage))
    return rejectFields("trade.invalidParameters", { path: "leverage", reason: "range" });
  const command = readLeverOrder(request, userId, market);
  return command instanceof Rejected ? command : { market, command };
}

/** Reads the spot ticket plus the margin fields. */
function readLeverOrder(request: Request, userId: number, market: ListedMarket) {
  const { effect, leverage = 0, ...ticket } = request;
  const spot = readSpotOrder(ticket, userId, market);
  if (spot instanceof Rejected) return spot;
  // The schema excludes an OCO.
  if (spot.kind !== "place-order") throw new Error("a leveraged OCO");
  return { ...spot, kind: "place-lever-order", effect, leverage } as const;
}

/** Returns the order as of the end of the command, its immediate trades, and its effect on debts. */
function placed({ executed, events }: ExecutedCommand, userId: number, market: ListedMarket): Placement {
  const order = placedOrder(events, userId);
  if (order === undefined) throw new Error(`command ${executed.seq} was accepted but placed no order`);
  const trades = events.filter(
    (event): event is TradeMade => event.kind === "trade-made" && event.takerOrderId === order.orderId,
  );
  return {
    order,
    fills: trades.slice(0, MAX_FILLS).map((trade) => toWireTrade(trade, "taker", executed.timeMs, market)),
    fillCount: trades.length,
    loans: events
      .filter((event) => event.kind === "loan-changed")
      .filter((loan) => loan.userId === userId && loan.marketId === market.marketId),
  };
}

/** Returns the user's first accepted order, with later updates in the same command applied. */
function placedOrder(events: readonly ExchangeEvent[], userId: number): OrderState | undefined {
  let found: OrderState | undefined;
  for (const event of events) {
    if (event.kind !== "order-changed" || event.userId !== userId) continue;
    if (found === undefined ? event.cause === "accepted" : event.orderId === found.orderId) found = event;
  }
  return found;
}

/** Returns the answer to the command that first used the key, from the read models. */
async function firstPlacement(
  { readModels }: Ports<"readModels">,
  userId: number,
  seq: number,
  market: ListedMarket,
): Promise<Placement | undefined> {
  await readModels.waitFor(seq, REPLAY_WAIT_MS);
  const [{ orders, fills, fillCount }, loans] = await Promise.all([
    readModels.placementAnswer(userId, seq, MAX_FILLS),
    readModels.loansOfCommand(userId, seq),
  ]);
  const [order] = orders;
  return order && { order, fills: fills.map((fill) => toWireFill(fill, market)), fillCount, loans };
}

function reply(
  { listings }: Ports<"listings">,
  { order, fills, fillCount, loans }: Placement,
  market: ListedMarket,
  view: AccountView,
  asOfSeq: number,
): Reply {
  const [paid, received] = order.side === "buy" ? [market.quote, market.base] : [market.base, market.quote];
  const sum = (kind: Loan["loanKind"], { assetId, spec }: typeof paid, of: (loan: Loan) => number) => {
    const units = loans
      .filter((loan) => loan.loanKind === kind && loan.assetId === assetId)
      .reduce((total, loan) => add(total, of(loan)), 0);
    return units === 0 ? null : { asset: spec.symbol, amount: formatDecimal(units, spec.scale) };
  };
  return {
    order: toWireOrder(order, market, null),
    fills,
    fillsLeftOut: fillCount - fills.length,
    account: toWireLeverAccount(
      leverIn(view, market.marketId),
      market,
      leverSpecOf(listings, market.marketId),
    ),
    borrowed: sum("borrow", paid, ({ amountUnits }) => amountUnits),
    repaid: sum("repay", received, ({ amountUnits, interestUnits }) => add(amountUnits, interestUnits)),
    success: "trade.success",
    prompt: "trade.checkNow",
    asOfSeq,
  };
}
