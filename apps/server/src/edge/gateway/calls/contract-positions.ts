import type { ContractCommand } from "@candor/domain/commands/contract-commands";
import type { AccountView, ExecutedCommand } from "@candor/domain/engine-port";
import type { PositionLeg } from "@candor/domain/enumerations";
import { errorNumber } from "@candor/domain/errors/errors";
import type { ExchangeEvent, OrderState } from "@candor/domain/events/events";
import type { Units } from "@candor/money/brand";
import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { WirePosition } from "@candor/wire/contract-objects";
import { type FieldProblem, type Outcome, Rejected, reject, rejectFields } from "@candor/wire/rejection";
import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import type { NamedPosition } from "../../../market/wire-objects/live-positions.ts";
import { toWireOrder } from "../../../market/wire-objects/order.ts";
import { positionIn, positionModeOf, toWirePosition } from "../../../market/wire-objects/position.ts";
import type { OrderRecord } from "../../../records/projections/queries/order-of-row.ts";
import { type CallHandler, userOf } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import type { ReadModels } from "../read-models.ts";
import { coreRejection } from "./core-rejection.ts";
import { tradeMarket } from "./find-market.ts";
import { positionSideProblem } from "./position-side-problem.ts";
import { readPrice } from "./read-order-fields.ts";

const EVERY_CONTRACT = -1;
const UNCHANGED = -1;
const REMOVED = 0;
const REPLAY_WAIT_MS = 1_000;
const ACCEPTED = 1;

/** An accepted command and the account after it. */
interface Done extends ExecutedCommand {
  readonly view: AccountView;
  /** Sequence number of the answered command: the first one with the same key. */
  readonly asOfSeq: number;
  readonly replayed: { readonly replayed?: true };
}

async function execute(
  { engine, listings }: Ports<"engine" | "listings">,
  command: Extract<ContractCommand, { readonly userId: number }>,
  path: string,
  market?: ListedMarket,
): Promise<Outcome<Done>> {
  const { executed, events } = await engine.execute(command);
  const refused = coreRejection(executed, path, listings, market);
  const view = await engine.accountView(command.userId);
  if (refused?.error === "trade.invalidParameters" && "leg" in command)
    return positionSideProblem(view, command.leg) ?? refused;
  if (refused !== undefined) return refused;
  const isReplayed = executed.replayedSeq > 0;
  return {
    executed,
    events,
    view,
    asOfSeq: isReplayed ? executed.replayedSeq : executed.seq,
    replayed: isReplayed ? { replayed: true } : {},
  };
}

function positionOf(
  { mirror }: Ports<"mirror">,
  view: AccountView,
  market: ListedMarket,
  leg?: PositionLeg,
): WirePosition | null {
  const indexE8 = mirror.market(market.marketId)?.indexE8 ?? 0;
  return toWirePosition(positionIn(view, market.marketId, leg), market, indexE8);
}

/** Sets take-profit and stop-loss of a position. */
export function setProtection(ports: Ports<"engine" | "listings" | "mirror">): CallHandler<"zhiSun"> {
  return async (request, context): Promise<Outcome<CallReply<"zhiSun">>> => {
    const market = tradeMarket(ports.listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const problems: FieldProblem[] = [];
    const read = (path: "takeProfitPrice" | "stopLossPrice"): number => {
      const text = request[path];
      if (text === undefined) return UNCHANGED;
      return text === null ? REMOVED : readPrice(text, path, market, problems);
    };
    const takeProfitTicks = read("takeProfitPrice");
    const stopLossTicks = read("stopLossPrice");
    if (takeProfitTicks === UNCHANGED && stopLossTicks === UNCHANGED)
      problems.push({ path: "takeProfitPrice", reason: "missing" });
    if (problems.length > 0) return rejectFields("trade.invalidParameters", ...problems);
    const command = {
      kind: "set-protection",
      userId: userOf(context),
      marketId: market.marketId,
      takeProfitTicks,
      stopLossTicks,
      triggerBy: request.triggerBy,
      leg: request.positionSide,
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, "/Contract/zhiSun", market);
    if (done instanceof Rejected) return done;
    const position = positionOf(ports, done.view, market, request.positionSide);
    // The position has since been closed, by one of its own triggers or by another order.
    if (position === null) return reject("trade.positionNotFound");
    return { position, ...done.replayed, asOfSeq: done.asOfSeq };
  };
}

export function setLeverage(ports: Ports<"engine" | "listings" | "mirror">): CallHandler<"contractLeverage"> {
  return async (request, context): Promise<Outcome<CallReply<"contractLeverage">>> => {
    const market = tradeMarket(ports.listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const { leverage, marginMode } = request;
    if (leverage === undefined && marginMode === undefined)
      return rejectFields("trade.invalidParameters", { path: "leverage", reason: "missing" });
    const command = {
      kind: "set-leverage",
      userId: userOf(context),
      marketId: market.marketId,
      leverage: leverage ?? 0,
      marginMode: marginMode ?? "",
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, "/Contract/leverage", market);
    if (done instanceof Rejected) return done;
    const settings = positionIn(done.view, market.marketId);
    if (settings === undefined)
      throw new Error(`leverage ${done.asOfSeq} was set but the account has no settings`);
    return {
      symbol: market.spec.symbol,
      leverage: settings.leverage,
      marginMode: settings.marginMode,
      maxLeverage: contractOf(market).scale.brackets[0]?.maxLeverage ?? 1,
      position: positionOf(ports, done.view, market),
      ...done.replayed,
      asOfSeq: done.asOfSeq,
    };
  };
}

/** Chooses one-way or hedge mode. */
export function setPositionMode(ports: Ports<"engine" | "listings">): CallHandler<"contractMode"> {
  return async ({ positionMode, requestId }, context): Promise<Outcome<CallReply<"contractMode">>> => {
    const dual = positionMode === "hedge";
    const command = {
      kind: "set-position-mode",
      userId: userOf(context),
      dual,
      key: requestId ?? "",
    } as const;
    const done = await execute(ports, command, "/Contract/positionMode");
    if (done instanceof Rejected) return done;
    return { positionMode: positionModeOf(done.view), ...done.replayed, asOfSeq: done.asOfSeq };
  };
}

export function moveMargin(ports: Ports<"engine" | "listings" | "mirror">): CallHandler<"contractMargin"> {
  const { listings } = ports;
  return async (request, context): Promise<Outcome<CallReply<"contractMargin">>> => {
    const market = tradeMarket(listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const { scale } = market.quote.spec;
    const units = parseDecimal(request.amount, scale);
    if (typeof units === "string" || units === 0)
      return rejectFields("trade.invalidParameters", { path: "amount", reason: "range" });
    const userId = userOf(context);
    const command = {
      kind: "move-margin",
      userId,
      marketId: market.marketId,
      direction: request.direction,
      amountUnits: units as Units,
      leg: request.positionSide,
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, "/Contract/margin", market);
    if (done instanceof Rejected) return done;
    const position = positionOf(ports, done.view, market, request.positionSide);
    if (position === null) return reject("trade.positionNotFound");
    const available = formatDecimal(done.view.contracts?.usableUnits ?? 0, scale);
    return { position, available, ...done.replayed, asOfSeq: done.asOfSeq };
  };
}

/** Cancels contract orders and closes every position at market; the reply lists what the book could not fill. */
export function closeAllPositions(
  ports: Ports<"engine" | "listings" | "mirror" | "orderLeverages" | "readModels">,
): CallHandler<"onePingCang"> {
  const { engine, listings, readModels } = ports;
  return async (request, context): Promise<Outcome<CallReply<"onePingCang">>> => {
    const market =
      request.symbol === undefined ? undefined : tradeMarket(listings, request.symbol, "contract");
    if (market instanceof Rejected) return market;
    const userId = userOf(context);
    const before = await engine.accountView(userId);
    const command = {
      kind: "close-all-positions",
      userId,
      marketId: market?.marketId ?? EVERY_CONTRACT,
      key: request.requestId ?? "",
    } as const;
    const done = await execute(ports, command, "/Contract/onePingCang", market);
    if (done instanceof Rejected) return done;
    const own = done.replayed.replayed
      ? await firstOrders(readModels, userId, done.asOfSeq)
      : ownOrders(ports, done.events, userId);
    if (own instanceof Rejected) return own;
    const { placed, canceled } = own;
    const meant = new Map<string, NamedPosition>();
    const open = (before.contracts?.positions ?? []).filter(
      ({ lots, marketId }) => lots !== 0 && (market?.marketId ?? marketId) === marketId,
    );
    for (const { marketId, leg } of [...open, ...placed])
      meant.set(`${marketId} ${leg ?? ""}`, { marketId, leg });
    return {
      canceled: canceled.map(({ orderId, marketId }) => ({
        orderId: String(orderId),
        symbol: listings.market(marketId).spec.symbol,
      })),
      results: [...meant.values()]
        .sort((a, b) => a.marketId - b.marketId || (a.leg === "long" ? -1 : 1))
        .map((named) => closeResult(ports, named, placed, done.view)),
      success: "trade.success",
      ...done.replayed,
      asOfSeq: done.asOfSeq,
    };
  };
}

type PlacedOrder = OrderState & Pick<OrderRecord, "leverage">;

interface CloseOrders {
  readonly placed: readonly PlacedOrder[];
  readonly canceled: readonly OrderState[];
}

/** Returns the user's orders that a command placed and canceled, as of the end of the command. */
function ownOrders(
  { orderLeverages }: Ports<"orderLeverages">,
  events: readonly ExchangeEvent[],
  userId: number,
): CloseOrders {
  const placed = new Map<number, OrderState>();
  const canceled = new Map<number, OrderState>();
  for (const event of events) {
    if (event.kind !== "order-changed" || event.userId !== userId) continue;
    const isPlaced = event.cause === "accepted" || placed.has(event.orderId);
    if (isPlaced) placed.set(event.orderId, event);
    else if (event.status === "canceled") canceled.set(event.orderId, event);
  }
  const withLeverage = (order: OrderState) => ({ ...order, leverage: orderLeverages.of(order) });
  return { placed: [...placed.values()].map(withLeverage), canceled: [...canceled.values()] };
}

/** The same for the command that first used the key. */
async function firstOrders(
  readModels: ReadModels,
  userId: number,
  seq: number,
): Promise<CloseOrders | Rejected> {
  if ((await readModels.waitFor(seq, REPLAY_WAIT_MS)) < seq) return reject("system.unavailable");
  const { orders: placed } = await readModels.placementAnswer(userId, seq, 0);
  const isPlaced = (orderId: number): boolean => placed.some((order) => order.orderId === orderId);
  const outcomes = await readModels.orderOutcomes(userId, seq);
  const canceled = outcomes
    .map(({ order }) => order)
    .filter((order) => order.status === "canceled" && !isPlaced(order.orderId));
  return { placed, canceled };
}

function closeResult(
  ports: Ports<"listings" | "mirror">,
  { marketId, leg }: NamedPosition,
  placed: readonly PlacedOrder[],
  view: AccountView,
): CallReply<"onePingCang">["results"][number] {
  const market = ports.listings.market(marketId);
  const order = placed.find((each) => each.marketId === marketId && each.leg === leg);
  const position = positionOf(ports, view, market, leg);
  const { symbol } = market.spec;
  // No order is placed while trading in the contract is halted.
  const error = order === undefined && position !== null ? "trade.marketUnavailable" : null;
  return {
    symbol,
    code: error === null ? ACCEPTED : errorNumber(error),
    error,
    order: order === undefined ? null : toWireOrder(order, market, order.leverage),
    ...(leg !== undefined && { positionSide: leg }),
    position,
  };
}
