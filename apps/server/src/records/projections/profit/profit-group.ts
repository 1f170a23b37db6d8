import { INSURANCE_FUND_USER_ID } from "@candor/domain/events/contract-events";
import type {
  ExchangeEvent,
  Executed,
  FundsPosted,
  OrderChanged,
  TradeMade,
} from "@candor/domain/events/events";
import type { Kysely } from "kysely";
import type { Pause } from "../pause.ts";
import type { ProjectedMarket, ProjectionListings } from "../projection-listings.ts";
import type { ReadModelTables } from "../tables.ts";
import type { FillRow } from "../trade-rows.ts";
import { PositionFacts } from "./position-facts.ts";
import { writePositions } from "./position-rows.ts";
import { ProfitFacts } from "./profit-facts.ts";
import { writeProfit } from "./profit-rows.ts";
import type { ProfitState } from "./profit-state.ts";
import { VALUE_COIN } from "./values.ts";

type OtherEvent = Extract<
  ExchangeEvent,
  {
    kind:
      | "withdrawal-changed"
      | "referral-paid"
      | "position-changed"
      | "funding-paid"
      | "liquidation-step"
      | "miner-changed"
      | "option-changed"
      | "lever-posted"
      | "loan-changed"
      | "lever-liquidated";
  }
>;

/** Profit and loss of one group of commands: collects facts, and applies them to the tables when they are written. */
export class ProfitGroup {
  private readonly listings: ProjectionListings;
  private readonly facts: ProfitFacts;
  private readonly positions: PositionFacts;
  private changed: readonly ProfitState[] = [];

  constructor(listings: ProjectionListings) {
    this.listings = listings;
    this.facts = new ProfitFacts(listings);
    this.positions = new PositionFacts(listings);
  }

  /** Users and contract commands. Each command changes a row. */
  get count(): number {
    return this.facts.userIds.size + this.positions.commands.length;
  }

  begin({ command, seq, timeMs }: Executed): void {
    this.facts.begin(command, seq, timeMs);
    this.positions.begin(seq, timeMs);
  }

  order(order: OrderChanged): void {
    this.positions.order(order);
  }

  /** Takes a trade and its rows; those of labeled accounts are absent. */
  trade(
    trade: TradeMade,
    market: ProjectedMarket,
    { maker, taker }: { readonly maker: FillRow | undefined; readonly taker: FillRow | undefined },
  ): void {
    this.facts.trade(trade, market, maker, taker);
    if (market.isContract) this.positions.trade(trade, maker, taker);
  }

  /** An entry of an unlabeled account. */
  posted(event: FundsPosted): void {
    this.facts.posted(event);
    this.positions.postedByLiquidation(event);
  }

  /** Any other event with an effect; those of labeled accounts have none. */
  other(event: OtherEvent): void {
    if (event.kind === "liquidation-step") {
      this.facts.step(event);
      this.positions.step(event);
      return;
    }
    const userId = event.kind === "referral-paid" ? event.inviterId : event.userId;
    if (userId === INSURANCE_FUND_USER_ID || this.listings.isLabelled(userId)) return;
    switch (event.kind) {
      case "position-changed":
        return this.positions.changed(event);
      case "funding-paid":
        this.positions.funding(event);
        return this.facts.funding(event);
      case "withdrawal-changed":
        return this.facts.withdrawal(event);
      case "referral-paid":
        return this.facts.referral(event);
      case "miner-changed":
        return this.facts.miner(event);
      case "option-changed":
        return this.facts.option(event);
      case "lever-posted":
        return this.facts.leverPosted(event);
      case "loan-changed":
        return this.facts.loan(event);
      case "lever-liquidated":
        return this.facts.leverLiquidated(event);
    }
  }

  endCommand(): void {
    this.positions.endCommand();
  }

  /** Must be written before the trades, whose rows it completes. */
  async write(db: Kysely<ReadModelTables>, pause: Pause): Promise<void> {
    const { all, userIds } = this.facts;
    const { profitStates: states } = this.listings;
    this.changed = await writeProfit(db, all, userIds, states, this.listings.assetId(VALUE_COIN), pause);
    await writePositions(db, this.positions.commands, pause);
  }

  /** Must be called once the transaction has committed. */
  committed(): void {
    this.listings.profitStates.keep(this.changed);
    this.changed = [];
  }
}
