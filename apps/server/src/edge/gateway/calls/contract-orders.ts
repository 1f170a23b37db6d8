import type { PlaceAgain } from "@candor/domain/commands/commands";
import type {
  ClosePosition,
  PlaceContractOrder,
  PlaceContractTerms,
} from "@candor/domain/commands/contract-commands";
import type { AccountView } from "@candor/domain/engine-port";
import type { ExchangeEvent, OrderState, TradeMade } from "@candor/domain/events/events";
import type { CallReply } from "@candor/wire/calls";
import type { WireTrade } from "@candor/wire/objects";
import { type FieldProblem, type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import { toWireTrade } from "../../../market/market-data/wire-trade.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { positionIn, toWirePosition } from "../../../market/wire-objects/position.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { coreRejection } from "./core-rejection.ts";
import { toWireFill } from "./fill-wire.ts";
import { tradeMarket } from "./find-market.ts";
import { maybeAgain } from "./place-again.ts";
import { positionSideProblem } from "./position-side-problem.ts";
import { readClosedLots, readContractOrder } from "./read-contract-order.ts";
import { readPrice } from "./read-order-fields.ts";

/** Maximum fills in a reply; the rest are counted in `fillsLeftOut`. */
const MAX_FILLS = 100;
/** How long a repeated request waits until the read models have the original answer. */
const REPLAY_WAIT_MS = 1_000;

type Reply = CallReply<"contractOrder">;

export function placeContractOrder(
  ports: Ports<"engine" | "listings" | "mirror" | "orderLeverages" | "readModels">,
): CallHandler<"contractOrder"> {
  const { listings } = ports;
  return async (request, context): Promise<Outcome<Reply>> => {
    const market = tradeMarket(listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const userId = userOf(context);
    const command = readContractOrder(request, userId, market);
    if (command instanceof Rejected) return command;
    const sent = maybeAgain(command, request.requestedAtMs);
    return await submit(ports, sent, market, "/Contract/doOrder");
  };
}

/** Closes a position or part of it. Works on a frozen account. */
export function closePosition(
  ports: Ports<"engine" | "listings" | "mirror" | "orderLeverages" | "readModels">,
): CallHandler<"pingCang"> {
  return async (request, context): Promise<Outcome<Reply>> => {
    const market = tradeMarket(ports.listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const problems: FieldProblem[] = [];
    const command: ClosePosition = {
      kind: "close-position",
      userId: userOf(context),
      marketId: market.marketId,
      quantityLots: readClosedLots(request.quantity, market),
      priceTicks: readPrice(request.price, "price", market, problems),
      leg: request.positionSide,
      key: request.clientOrderId ?? "",
    };
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    return await submit(ports, command, market, "/Contract/pingCang");
  };
}

async function submit(
  ports: Ports<"engine" | "listings" | "mirror" | "orderLeverages" | "readModels">,
  command: PlaceContractOrder | PlaceContractTerms | PlaceAgain | ClosePosition,
  market: ListedMarket,
  path: string,
): Promise<Outcome<Reply>> {
  const { engine, listings } = ports;
  const { userId } = command;
  const { executed, events } = await engine.submit(command);
  const refused = coreRejection(executed, path, listings, market);
  const view = await engine.accountView(userId);
  if (refused?.error === "trade.invalidParameters") {
    const problem = "leg" in command ? positionSideProblem(view, command.leg) : undefined;
    return problem ?? rejectFields("trade.invalidParameters", { path: wrongField(command), reason: "range" });
  }
  if (refused !== undefined) return refused;
  if (executed.replayedSeq > 0) return await firstAnswer(ports, userId, executed.replayedSeq, market, view);
  const order = placedOrder(events, userId);
  if (order === undefined) throw new Error(`command ${executed.seq} was accepted but placed no order`);
  const trades = events.filter(
    (event): event is TradeMade => event.kind === "trade-made" && event.takerOrderId === order.orderId,
  );
  const realized = realizedOf(events, userId);
  const fills = trades.slice(0, MAX_FILLS).map((trade) => {
    const profit = realized.get(trade.tradeId);
    return toWireTrade(trade, "taker", executed.timeMs, market, profit, undefined, order.leg);
  });
  const leverage = ports.orderLeverages.of(order);
  return reply(ports, order, leverage, fills, trades.length, view, executed.seq, market);
}

/** All other form errors have been rejected before: the date of an order may be over. */
function wrongField(command: PlaceContractOrder | PlaceContractTerms | PlaceAgain | ClosePosition): string {
  const order = command.kind === "place-again" ? command.order : command;
  return order.kind === "place-contract-terms" && order.expiresAtMs > 0 ? "expiresAtMs" : "quantity";
}

/** Returns the order that the command placed, as of the end of the command: the user's first accepted one. */
export function placedOrder(events: readonly ExchangeEvent[], userId: number): OrderState | undefined {
  let placed: OrderState | undefined;
  for (const event of events) {
    if (event.kind !== "order-changed" || event.userId !== userId) continue;
    if (placed === undefined ? event.cause === "accepted" : event.orderId === placed.orderId) placed = event;
  }
  return placed;
}

/** Returns the PnL realized by each of the user's trades: its ledger entry is separate from the trade. */
export function realizedOf(events: readonly ExchangeEvent[], userId: number): ReadonlyMap<number, number> {
  const realized = new Map<number, number>();
  for (const event of events)
    if (event.kind === "funds-posted" && event.userId === userId && event.record === "realized-profit")
      realized.set(event.refId, event.amountUnits);
  return realized;
}

/** Returns the answer to the command that first used the key, with the current position. */
async function firstAnswer(
  ports: Ports<"mirror" | "readModels">,
  userId: number,
  seq: number,
  market: ListedMarket,
  view: AccountView,
): Promise<Outcome<Reply>> {
  const { readModels } = ports;
  await readModels.waitFor(seq, REPLAY_WAIT_MS);
  const { orders, fills, fillCount } = await readModels.placementAnswer(userId, seq, MAX_FILLS);
  const [order] = orders;
  if (order === undefined) return reject("system.unavailable");
  const wireFills = fills.map((fill) => toWireFill(fill, market, order.leg));
  return {
    ...reply(ports, order, order.leverage, wireFills, fillCount, view, seq, market),
    replayed: true,
  };
}

function reply(
  { mirror }: Ports<"mirror">,
  order: OrderState,
  leverage: number | null,
  fills: WireTrade[],
  fillCount: number,
  view: AccountView,
  asOfSeq: number,
  market: ListedMarket,
): Reply {
  const indexE8 = mirror.market(market.marketId)?.indexE8 ?? 0;
  return {
    order: toWireOrder(order, market, leverage),
    fills,
    fillsLeftOut: fillCount - fills.length,
    position: toWirePosition(positionIn(view, market.marketId, order.leg), market, indexE8),
    success: "trade.success",
    prompt: "trade.checkNow",
    asOfSeq,
  };
}
