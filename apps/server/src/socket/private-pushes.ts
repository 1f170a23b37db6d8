import type { EventBatch } from "@candor/protocol/engine-port";
import type { FundRecordKind, Wallet } from "@candor/protocol/enumerations";
import { EventCursor } from "@candor/protocol/event-reader";
import { EVENT } from "@candor/protocol/event-record";
import type { BalanceChanged } from "@candor/protocol/events";
import type { Listings } from "../market-data/listings.ts";
import { toWireBalance } from "../wire-objects/balance.ts";
import { toWireOrder } from "../wire-objects/order.ts";
import { toWireTrade } from "../wire-objects/trade.ts";
import type { Movement, MovementPort } from "./movement-port.ts";
import { ServerMessage } from "./server-message.ts";
import type { UserConnections } from "./user-connections.ts";

/** One command's private news for one user, in the order in which it is sent. */
interface CommandNews {
  readonly orders: ServerMessage[];
  readonly trades: ServerMessage[];
  readonly withdrawals: ServerMessage[];
  readonly balances: BalanceChanged[];
  /** What each balance changed for, when that was no trade. */
  readonly kinds: Map<string, FundRecordKind>;
}

/** Where the users stand in a record, as event-writer.ts writes it. */
const FIELD = {
  orderUser: 3,
  makerUser: 9,
  takerUser: 10,
  balanceUser: 1,
  fundsUser: 1,
  withdrawalUser: 2,
} as const;

const balanceKey = (wallet: Wallet, assetId: number): string => `${wallet} ${assetId}`;

/**
 * Writes private messages for the users that are connected, and for no one else: of all other events only the
 * user's number is read, so the sandbox's own makers and takers cost next to nothing here.
 */
export class PrivatePushes {
  private readonly listings: Listings;
  private readonly connections: UserConnections;
  private readonly movements: MovementPort | undefined;
  /** News of the command under the cursor, by user. */
  private readonly news = new Map<number, CommandNews>();
  /** Messages of the present batch, by user. */
  private readonly outgoing = new Map<number, ServerMessage[]>();
  private seq: number;
  private commandSeq = 0;
  private commandTimeMs = 0;

  constructor(listings: Listings, connections: UserConnections, seq: number, movements?: MovementPort) {
    this.listings = listings;
    this.movements = movements;
    this.connections = connections;
    this.seq = seq;
  }

  /** Whoever is connected now gets everything after this sequence number. */
  get asOfSeq(): number {
    return this.seq;
  }

  /** Sends what a durable batch means for connected users: one write a connection. */
  apply(batch: EventBatch): void {
    if (this.connections.userCount > 0) {
      this.read(batch);
      this.endCommand();
      for (const [userId, messages] of this.outgoing) {
        for (const connection of this.connections.of(userId) ?? []) connection.send(messages);
      }
      this.outgoing.clear();
    }
    this.seq = batch.lastSeq;
  }

  private read(batch: EventBatch): void {
    const cursor = new EventCursor(batch.words);
    while (cursor.next()) {
      switch (cursor.kind) {
        case EVENT.executed:
          this.endCommand();
          this.commandSeq = cursor.field(1);
          this.commandTimeMs = cursor.field(2);
          break;
        case EVENT.orderChanged:
          if (this.listens(cursor.field(FIELD.orderUser))) this.readEvent(cursor);
          break;
        case EVENT.tradeMade:
          if (this.listens(cursor.field(FIELD.makerUser)) || this.listens(cursor.field(FIELD.takerUser)))
            this.readEvent(cursor);
          break;
        case EVENT.balanceChanged:
          if (this.listens(cursor.field(FIELD.balanceUser))) this.readEvent(cursor);
          break;
        case EVENT.fundsPosted:
          if (this.listens(cursor.field(FIELD.fundsUser))) this.readEvent(cursor);
          break;
        case EVENT.withdrawalChanged:
          if (this.listens(cursor.field(FIELD.withdrawalUser))) this.readEvent(cursor);
          break;
        default:
          break;
      }
    }
  }

  /** Sends news of a deposit or withdrawal that the journal does not tell: it is as new as all that was told. */
  tell({ type, userId, data }: Movement, timeMs: number): void {
    const message = new ServerMessage(type, { ...data, asOfSeq: this.seq, timeMs });
    for (const connection of this.connections.of(userId) ?? []) connection.send([message]);
  }

  private listens(userId: number): boolean {
    return this.connections.of(userId) !== undefined;
  }

  private readEvent(cursor: EventCursor): void {
    const event = cursor.decode();
    switch (event.kind) {
      case "order-changed":
        this.newsOf(event.userId).orders.push(
          this.message("order", { order: toWireOrder(event, this.listings.market(event.marketId)) }),
        );
        break;
      case "trade-made":
        for (const role of ["maker", "taker"] as const) {
          const userId = role === "maker" ? event.makerUserId : event.takerUserId;
          if (!this.listens(userId)) continue;
          const trade = toWireTrade(event, role, this.commandTimeMs, this.listings.market(event.marketId));
          this.newsOf(userId).trades.push(this.message("trade", { trade }));
        }
        break;
      case "balance-changed":
        this.newsOf(event.userId).balances.push(event);
        break;
      case "funds-posted":
        this.noteKind(event.userId, event.wallet, event.assetId, event.record);
        break;
      case "withdrawal-changed": {
        // Freezing the money is no entry of the ledger, but it changes the balance.
        this.noteKind(event.userId, "main", event.assetId, "withdrawal");
        const withdrawal = this.movements?.withdrawal(event);
        if (withdrawal !== undefined)
          this.newsOf(event.userId).withdrawals.push(this.message("withdrawal", { withdrawal }));
        break;
      }
      default:
        break;
    }
  }

  /** What leaves for a withdrawal and its fee are one reason. */
  private noteKind(userId: number, wallet: Wallet, assetId: number, kind: FundRecordKind): void {
    const { kinds } = this.newsOf(userId);
    if (kind !== "withdrawal-fee") kinds.set(balanceKey(wallet, assetId), kind);
  }

  private newsOf(userId: number): CommandNews {
    let news = this.news.get(userId);
    if (news === undefined) {
      news = { orders: [], trades: [], withdrawals: [], balances: [], kinds: new Map() };
      this.news.set(userId, news);
    }
    return news;
  }

  /** The messages of one command follow each other: orders, trades, withdrawals, balances. */
  private endCommand(): void {
    for (const [userId, { orders, trades, withdrawals, balances, kinds }] of this.news) {
      const messages = [...orders, ...trades, ...withdrawals, ...this.balanceMessages(balances, kinds)];
      const earlier = this.outgoing.get(userId);
      if (earlier === undefined) this.outgoing.set(userId, messages);
      else earlier.push(...messages);
    }
    this.news.clear();
  }

  /** One message for each kind: a transfer changes two wallets, each for its own reason. */
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
    return [...byKind].map(([kind, changed]) =>
      this.message("balance", {
        list: changed.map((balance) => toWireBalance(balance, this.listings.asset(balance.assetId))),
        kind,
      }),
    );
  }

  private message(type: string, data: object): ServerMessage {
    return new ServerMessage(type, { ...data, asOfSeq: this.commandSeq, timeMs: this.commandTimeMs });
  }
}
