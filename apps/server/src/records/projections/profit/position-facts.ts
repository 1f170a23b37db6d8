import type { PositionEnd, PositionLeg } from "@candor/domain/enumerations";
import {
  type FundingPaid,
  INSURANCE_FUND_USER_ID,
  type LiquidationStep,
  type PositionChanged,
} from "@candor/domain/events/contract-events";
import type { FundsPosted, OrderChanged, TradeMade } from "@candor/domain/events/events";
import type { ProjectionListings } from "../projection-listings.ts";

/** Which position of a user: of a contract, in hedge mode of one of its legs. */
export interface PositionKey {
  readonly userId: number;
  readonly marketId: number;
  readonly leg: PositionLeg | undefined;
}

/** What a trade's row knows by the end of its command. */
export interface FillResult {
  readonly realizedUnits: number;
  readonly feeUnits: number;
}

/** Lots that changed hands. */
interface LotsMoved extends PositionKey {
  readonly kind: "moved";
  /** Signed: positive for bought. */
  readonly lots: number;
  readonly quoteUnits: number;
  readonly result: FillResult;
  readonly end: PositionEnd;
}

interface Funded extends PositionKey {
  readonly kind: "funded";
  readonly amountUnits: number;
}

/** The state after a command. */
interface Settled extends PositionKey {
  readonly kind: "settled";
  readonly state: PositionChanged;
}

/** Facts of one command about one position, with the terms that the command left it with. */
export type PositionFact = LotsMoved | Funded | Settled;

export interface CommandFacts {
  readonly seq: number;
  readonly timeMs: number;
  readonly facts: readonly PositionFact[];
}

type Unresolved =
  | (Omit<LotsMoved, "leg" | "end"> & { readonly orderId: number })
  | (LotsMoved & { readonly orderId?: undefined })
  | Omit<Funded, "leg">;

const legOfLots = (lots: number): PositionLeg => (lots > 0 ? "long" : "short");

/** Collects what happens to positions. A command's legs and terms are known only at its end. */
export class PositionFacts {
  private readonly listings: ProjectionListings;
  readonly commands: CommandFacts[] = [];
  private seq = 0;
  private timeMs = 0;
  private events: Unresolved[] = [];
  private readonly orders = new Map<number, OrderChanged>();
  private readonly states: PositionChanged[] = [];
  /** Lots of a funding payment, which say its leg. */
  private readonly fundedLots = new Map<Unresolved, number>();
  /** What liquidations have posted since the last step, by user. */
  private readonly posted = new Map<number, number>();

  constructor(listings: ProjectionListings) {
    this.listings = listings;
  }

  begin(seq: number, timeMs: number): void {
    this.endCommand();
    this.seq = seq;
    this.timeMs = timeMs;
  }

  order(order: OrderChanged): void {
    if (order.product === "contract") this.orders.set(order.orderId, order);
  }

  /** A contract's trade; the results of labeled sides are absent. */
  trade(trade: TradeMade, maker: FillResult | undefined, taker: FillResult | undefined): void {
    const { marketId, quoteUnits } = trade;
    const lots = trade.takerSide === "buy" ? trade.quantityLots : 0 - trade.quantityLots;
    const common = { kind: "moved", marketId, quoteUnits } as const;
    if (maker !== undefined)
      this.events.push({
        ...common,
        userId: trade.makerUserId,
        orderId: trade.makerOrderId,
        lots: 0 - lots,
        result: maker,
      });
    if (taker !== undefined)
      this.events.push({
        ...common,
        userId: trade.takerUserId,
        orderId: trade.takerOrderId,
        lots,
        result: taker,
      });
  }

  funding(event: FundingPaid): void {
    const { userId, marketId, amountUnits, lots } = event;
    if (userId === INSURANCE_FUND_USER_ID) return;
    const funded = { kind: "funded", userId, marketId, amountUnits } as const;
    this.fundedLots.set(funded, lots);
    this.events.push(funded);
  }

  postedByLiquidation({ record, userId, amountUnits }: FundsPosted): void {
    if (record === "liquidation") this.posted.set(userId, (this.posted.get(userId) ?? 0) + amountUnits);
  }

  /** A step without an order moves lots to the insurance fund or to another user. */
  step(step: LiquidationStep): void {
    const realizedUnits = this.posted.get(step.userId) ?? 0;
    this.posted.clear();
    if (step.orderId !== 0 || step.closedLots === 0) return;
    const lots = step.lots > 0 ? 0 - step.closedLots : step.closedLots;
    const common = { kind: "moved", marketId: step.marketId, quoteUnits: step.closedQuoteUnits } as const;
    if (step.userId !== INSURANCE_FUND_USER_ID && !this.listings.isLabelled(step.userId))
      this.events.push({
        ...common,
        userId: step.userId,
        leg: step.leg,
        lots,
        result: { realizedUnits, feeUnits: 0 },
        end: "liquidation",
      });
    const { counterpartyUserId: userId } = step;
    if (step.method === "adl" && userId !== INSURANCE_FUND_USER_ID && !this.listings.isLabelled(userId))
      this.events.push({
        ...common,
        userId,
        // The other side of the step; the command's states say whether it is a leg.
        leg: legOfLots(0 - step.lots),
        lots: 0 - lots,
        result: { realizedUnits: step.counterpartyRealizedUnits, feeUnits: 0 },
        end: "adl",
      });
  }

  changed(state: PositionChanged): void {
    this.states.push(state);
  }

  /** Resolves what the command left open. */
  endCommand(): void {
    if (this.events.length > 0 || this.states.length > 0) {
      const facts = this.events.map((event) => this.resolved(event));
      for (const state of this.states) {
        const { userId, marketId, leg } = state;
        facts.push({ kind: "settled", userId, marketId, leg, state });
      }
      this.commands.push({ seq: this.seq, timeMs: this.timeMs, facts });
    }
    this.events = [];
    this.states.length = 0;
    this.orders.clear();
    this.fundedLots.clear();
    this.posted.clear();
  }

  private resolved(event: Unresolved): PositionFact {
    if (event.kind === "funded") {
      const leg = legOfLots(this.fundedLots.get(event) as number);
      return { ...event, leg: this.isHedged(event) ? leg : undefined };
    }
    if (event.orderId === undefined) {
      const leg = event.end === "adl" && !this.isHedged(event) ? undefined : event.leg;
      return { ...event, leg };
    }
    const order = this.orders.get(event.orderId);
    return { ...event, leg: order?.leg, end: endOf(order) };
  }

  /** Whether the user's position in the contract is one of two; every changed one is in the command's states. */
  private isHedged({ userId, marketId }: Omit<PositionKey, "leg">): boolean {
    return this.states.some(
      (state) => state.userId === userId && state.marketId === marketId && state.leg !== undefined,
    );
  }
}

/** How an order ended the position that it closed. */
function endOf(order: OrderChanged | undefined): PositionEnd {
  if (order === undefined) return "order";
  const { type } = order;
  if (order.reason === "liquidation") return "liquidation";
  if (type.startsWith("take-profit")) return "take-profit";
  if (type.startsWith("trailing")) return "trailing-stop";
  return type.startsWith("stop") ? "stop-loss" : "order";
}
