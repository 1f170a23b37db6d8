import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { DurableEvent, EventListener } from "@candor/domain/engine-port";
import type { FundRecordKind, PositionCause, Wallet } from "@candor/domain/enumerations";
import type { LiquidationStep } from "@candor/domain/events/contract-events";
import type {
  BalanceChanged,
  ExchangeEvent,
  FundsPosted,
  OrderChanged,
  TradeMade,
} from "@candor/domain/events/events";
import type { LeverCause } from "@candor/domain/events/lever-events";
import type { WireWithdrawal } from "@candor/wire/chain-objects";
import type { Movement } from "../../custody/wallet-movements/movement-port.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { LeveragePort } from "../../market/market-data/order-leverages.ts";
import { feeOf, type TradeRole, toWireTrade } from "../../market/market-data/wire-trade.ts";
import { toWireBalance } from "../../market/wire-objects/balance.ts";
import type { LeverPort } from "../../market/wire-objects/live-levers.ts";
import type { NamedPosition, PositionPort } from "../../market/wire-objects/live-positions.ts";
import { toWireMiner } from "../../market/wire-objects/miner.ts";
import { toWireOption } from "../../market/wire-objects/option.ts";
import { toWireOrder } from "../../market/wire-objects/order.ts";
import type { PersonalPush } from "../../people/personal-port.ts";
import { type Pending, PushOrder } from "./push-order.ts";
import { ServerMessage } from "./server-message.ts";
import type { SocketMovements } from "./socket-movements.ts";
import type { UserConnections } from "./user-connections.ts";

/** One command's private messages for one user, in sending order. */
interface CommandNews {
  readonly orders: OrderChanged[];
  readonly trades: TradeNews[];
  /** Messages of other products, in the order of their changes. */
  readonly products: ServerMessage[];
  readonly withdrawals: Pending[];
  readonly balances: BalanceChanged[];
  /** Reason for each balance change other than a trade. */
  readonly kinds: Map<string, FundRecordKind>;
}

/** A changed position, and why. */
interface ChangedPosition extends NamedPosition {
  readonly cause: PositionCause;
}

/** A fill of the user; its realized PnL, and a liquidation's fee, come in later events. */
interface TradeNews {
  readonly trade: TradeMade;
  readonly role: TradeRole;
  realizedUnits: number;
  feeUnits: number;
}

/** Sources of private messages outside the journal; an absent one has no messages. */
export interface PushSources {
  readonly movements?: SocketMovements | undefined;
  readonly positions?: PositionPort | undefined;
  /** Returns the current index of a market in 1e-8 of the quote coin; 0 if unknown. */
  readonly indexOf?: ((marketId: number) => number) | undefined;
  readonly levers?: LeverPort | undefined;
  readonly orderLeverages?: LeveragePort | undefined;
  /** Reports a failed query of a position or margin account. */
  readonly reportFailure: (error: unknown) => void;
}

/** Event kinds that users receive, each with the fields that contain their ids. */
const USER_PLACES: ReadonlyMap<number, readonly number[]> = new Map([
  [EVENT.orderChanged, [LAYOUT.orderChanged.at.userId]],
  [EVENT.tradeMade, [LAYOUT.tradeMade.at.makerUserId, LAYOUT.tradeMade.at.takerUserId]],
  [EVENT.balanceChanged, [LAYOUT.balanceChanged.at.userId]],
  [EVENT.fundsPosted, [LAYOUT.fundsPosted.at.userId]],
  [EVENT.withdrawalChanged, [LAYOUT.withdrawalChanged.at.userId]],
  [EVENT.optionChanged, [LAYOUT.optionChanged.at.userId]],
  [EVENT.positionChanged, [LAYOUT.positionChanged.at.userId]],
  [EVENT.liquidationStep, [LAYOUT.liquidationStep.at.userId]],
  [EVENT.leverChanged, [LAYOUT.leverChanged.at.userId]],
  [EVENT.minerChanged, [LAYOUT.minerChanged.at.userId]],
]);

const balanceKey = (wallet: Wallet, assetId: number): string => `${wallet} ${assetId}`;

/**
 * Writes private messages only for connected users: of all other events it reads just the user's number, so the
 * sandbox's own makers and takers cost almost nothing here.
 */
export class PrivatePushes {
  private readonly listings: Listings;
  private readonly connections: UserConnections;
  private readonly sources: PushSources;
  /** Changes from the command under the cursor, by user. */
  private readonly news = new Map<number, CommandNews>();
  /** Reasons for position changes in the current batch, by user and by market and side. */
  private readonly positions = new Map<number, Map<string, ChangedPosition>>();
  /** The same for margin accounts. */
  private readonly levers = new Map<number, Map<number, LeverCause>>();
  /** Messages of the current batch, by user. */
  private readonly outgoing = new Map<number, Pending[]>();
  private readonly order = new PushOrder((userId, messages) => {
    for (const connection of this.connections.of(userId) ?? [])
      for (const message of messages) connection.queue(message.json);
  });
  private seq: number;
  /** Whether anybody is connected during the present batch. */
  private isHeard = false;
  private commandSeq = 0;
  private commandTimeMs = 0;

  constructor(listings: Listings, connections: UserConnections, seq: number, sources: PushSources) {
    this.listings = listings;
    this.sources = sources;
    this.connections = connections;
    this.seq = seq;
  }

  /** A user who connects now gets everything after this sequence number. */
  get asOfSeq(): number {
    return this.seq;
  }

  /** Sends a durable batch's messages to connected users, with one write per connection. */
  readonly listener: EventListener = {
    kinds: [EVENT.executed, ...USER_PLACES.keys()],
    begin: () => {
      this.isHeard = this.connections.userCount > 0;
      return this.isHeard;
    },
    event: (event) => {
      if (event.kind === EVENT.executed) this.endCommand();
      else if (this.concernsListener(event)) {
        this.commandSeq = event.seq;
        this.readEvent(event.decode());
      }
      this.commandTimeMs = event.timeMs;
    },
    end: (batch) => {
      if (this.isHeard) this.sendAll();
      this.seq = batch.lastSeq;
    },
  };

  private sendAll(): void {
    this.endCommand();
    for (const [userId, messages] of this.outgoing) this.order.push(userId, messages);
    this.outgoing.clear();
    this.tellPositions();
    this.tellLevers();
  }

  private concernsListener(event: DurableEvent): boolean {
    return USER_PLACES.get(event.kind)?.some((place) => this.listens(event.field(place))) === true;
  }

  /**
   * A position's values depend on marks and on the whole account, so they are queried once per batch, as of then. A
   * message is therefore at least as new as the change it reports.
   */
  private tellPositions(): void {
    for (const [userId, causes] of this.positions) void this.tellPositionsOf(userId, causes);
    this.positions.clear();
  }

  private async tellPositionsOf(
    userId: number,
    changed: ReadonlyMap<string, ChangedPosition>,
  ): Promise<void> {
    const timeMs = this.commandTimeMs;
    try {
      const told = await this.sources.positions?.of(userId, [...changed.values()]);
      if (told === undefined) return;
      const { asOfSeq } = told;
      const messages = [...changed.values()].map(({ marketId, leg, cause }, at) => {
        const { symbol } = this.listings.market(marketId).spec;
        const position = told.positions[at] ?? null;
        const side = leg === undefined ? {} : { positionSide: leg };
        return new ServerMessage("position", { position, symbol, ...side, cause, asOfSeq, timeMs });
      });
      this.order.push(userId, messages);
    } catch (error) {
      this.sources.reportFailure(error);
    }
  }

  /** Like tellPositions: the limits of a margin account depend on the index. */
  private tellLevers(): void {
    for (const [userId, causes] of this.levers) void this.tellLeversOf(userId, causes);
    this.levers.clear();
  }

  private async tellLeversOf(userId: number, causes: ReadonlyMap<number, LeverCause>): Promise<void> {
    const timeMs = this.commandTimeMs;
    try {
      const told = await this.sources.levers?.of(userId, [...causes.keys()]);
      if (told === undefined) return;
      const { accounts, asOfSeq } = told;
      const messages = [...causes.values()].flatMap((cause, at) => {
        const account = accounts[at];
        return account === undefined ? [] : [new ServerMessage("lever", { account, cause, asOfSeq, timeMs })];
      });
      this.order.push(userId, messages);
    } catch (error) {
      this.sources.reportFailure(error);
    }
  }

  /** Sends a change of a deposit or withdrawal that is not in the journal, with the current sequence number. */
  tell(movement: Movement, timeMs: number): void {
    const stamp = { asOfSeq: this.seq, timeMs };
    const message =
      movement.type === "deposit"
        ? new ServerMessage("deposit", { ...movement.data, ...stamp })
        : new ServerMessage("withdrawal", { ...movement.data, ...stamp });
    this.order.push(movement.userId, [message]);
  }

  /** Sends a message that is only for one user and not in the exchange's journal. */
  tellPersonal(push: PersonalPush): void {
    const asOfSeq = this.seq;
    this.order.after(push.userId, () => {
      for (const connection of this.connections.of(push.userId) ?? []) {
        const message =
          push.type === "chat"
            ? new ServerMessage("chat", { ...push.data(connection.language), asOfSeq })
            : new ServerMessage("notice", { ...push.data(connection.language), asOfSeq });
        connection.queue(message.json);
      }
    });
  }

  private listens(userId: number): boolean {
    return this.connections.of(userId) !== undefined;
  }

  private readEvent(event: ExchangeEvent): void {
    switch (event.kind) {
      case "order-changed":
        this.newsOf(event.userId).orders.push(event);
        break;
      case "trade-made":
        for (const role of ["maker", "taker"] as const) {
          const userId = role === "maker" ? event.makerUserId : event.takerUserId;
          if (!this.listens(userId)) continue;
          const news = { trade: event, role, realizedUnits: 0, feeUnits: feeOf(event, role) };
          this.newsOf(userId).trades.push(news);
        }
        break;
      case "balance-changed":
        this.newsOf(event.userId).balances.push(event);
        break;
      case "funds-posted":
        this.noteKind(event.userId, event.wallet, event.assetId, event.record);
        this.noteRealized(event);
        break;
      case "liquidation-step":
        this.noteLiquidated(event);
        break;
      case "position-changed": {
        const { cause, leg, marketId, userId } = event;
        const changed = this.positions.get(userId) ?? new Map<string, ChangedPosition>();
        this.positions.set(userId, changed.set(`${marketId} ${leg ?? ""}`, { marketId, leg, cause }));
        break;
      }
      case "lever-changed": {
        const causes = this.levers.get(event.userId) ?? new Map<number, LeverCause>();
        this.levers.set(event.userId, causes.set(event.marketId, event.cause));
        break;
      }
      case "miner-changed": {
        const miner = toWireMiner(event, this.commandTimeMs, this.listings);
        this.newsOf(event.userId).products.push(
          new ServerMessage("miner", { miner, event: event.cause, ...this.stamp }),
        );
        break;
      }
      case "option-changed": {
        const market = this.listings.market(event.marketId);
        const option = toWireOption(event, market, this.sources.indexOf?.(event.marketId) ?? 0);
        this.newsOf(event.userId).products.push(
          new ServerMessage("option", { option, event: event.cause, ...this.stamp }),
        );
        break;
      }
      case "withdrawal-changed": {
        // Freezing the money has no ledger entry, but it changes the balance.
        this.noteKind(event.userId, "main", event.assetId, "withdrawal");
        const withdrawal = this.sources.movements?.withdrawal(event, this.commandSeq);
        if (withdrawal !== undefined)
          this.newsOf(event.userId).withdrawals.push(this.withdrawalMessage(withdrawal));
        break;
      }
      default:
        break;
    }
  }

  /** A withdrawal and its fee count as one reason. */
  private noteKind(userId: number, wallet: Wallet, assetId: number, kind: FundRecordKind): void {
    const { kinds } = this.newsOf(userId);
    if (kind !== "withdrawal-fee") kinds.set(balanceKey(wallet, assetId), kind);
  }

  private noteRealized({ amountUnits, record, refId, userId }: FundsPosted): void {
    if (record !== "realized-profit") return;
    const trade = this.newsOf(userId).trades.findLast((news) => news.trade.tradeId === refId);
    if (trade !== undefined) trade.realizedUnits += amountUnits;
  }

  /** A liquidation's results come after all its trades. */
  private noteLiquidated({ orderId, feeUnits: orderFee, fills, userId }: LiquidationStep): void {
    const { orders, trades } = this.newsOf(userId);
    const last = orders.findLastIndex((order) => order.orderId === orderId);
    const order = orders[last];
    if (order !== undefined) orders[last] = { ...order, feeUnits: orderFee };
    for (const { tradeId, realizedUnits, feeUnits } of fills) {
      const trade = trades.findLast((news) => news.trade.tradeId === tradeId);
      if (trade === undefined) continue;
      trade.realizedUnits = realizedUnits;
      trade.feeUnits = feeUnits;
    }
  }

  private orderMessage(order: OrderChanged): ServerMessage {
    const leverage = this.sources.orderLeverages?.of(order) ?? null;
    const wire = toWireOrder(order, this.listings.market(order.marketId), leverage);
    return new ServerMessage("order", { order: wire, ...this.stamp });
  }

  private withdrawalMessage(asked: WireWithdrawal | Promise<WireWithdrawal>): Pending {
    const { stamp } = this;
    const write = (withdrawal: WireWithdrawal) => new ServerMessage("withdrawal", { withdrawal, ...stamp });
    return asked instanceof Promise
      ? asked.then(write).catch((error: unknown) => this.sources.reportFailure(error) as undefined)
      : write(asked);
  }

  private tradeMessage(
    { trade, role, realizedUnits, feeUnits }: TradeNews,
    orders: readonly OrderChanged[],
  ): ServerMessage {
    const market = this.listings.market(trade.marketId);
    const ownId = role === "taker" ? trade.takerOrderId : trade.makerOrderId;
    // Every trade changes its orders. Only contracts have positions.
    const leg = market.kind === "contract" ? orders.find(({ orderId }) => orderId === ownId)?.leg : undefined;
    const wire = toWireTrade(trade, role, this.commandTimeMs, market, realizedUnits, feeUnits, leg);
    return new ServerMessage("trade", { trade: wire, ...this.stamp });
  }

  private newsOf(userId: number): CommandNews {
    let news = this.news.get(userId);
    if (news === undefined) {
      news = { orders: [], trades: [], products: [], withdrawals: [], balances: [], kinds: new Map() };
      this.news.set(userId, news);
    }
    return news;
  }

  /** Sends one command's messages in order: orders, trades, products, withdrawals, balances. */
  private endCommand(): void {
    for (const [userId, { orders, trades, products, withdrawals, balances, kinds }] of this.news) {
      const messages = [
        ...orders.map((order) => this.orderMessage(order)),
        ...trades.map((news) => this.tradeMessage(news, orders)),
        ...products,
        ...withdrawals,
        ...this.balanceMessages(balances, kinds),
      ];
      const earlier = this.outgoing.get(userId);
      if (earlier === undefined) this.outgoing.set(userId, messages);
      else earlier.push(...messages);
    }
    this.news.clear();
  }

  /** Builds one message per kind: a transfer changes two wallets, each for its own reason. */
  private balanceMessages(
    balances: readonly BalanceChanged[],
    kinds: ReadonlyMap<string, FundRecordKind>,
  ): ServerMessage[] {
    const byKind = new Map<FundRecordKind, BalanceChanged[]>();
    for (const balance of balances) {
      const kind = kinds.get(balanceKey(balance.wallet, balance.assetId)) ?? "trade";
      const list = byKind.get(kind);
      if (list === undefined) byKind.set(kind, [balance]);
      else list.push(balance);
    }
    return [...byKind].map(([kind, changed]) => {
      const list = changed.map((balance) => toWireBalance(balance, this.listings.asset(balance.assetId)));
      return new ServerMessage("balance", { list, kind, ...this.stamp });
    });
  }

  /** Of the command under the cursor. */
  private get stamp() {
    return { asOfSeq: this.commandSeq, timeMs: this.commandTimeMs };
  }
}
