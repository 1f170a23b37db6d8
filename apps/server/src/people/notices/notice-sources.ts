import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { DurableEvent, EnginePort } from "@candor/domain/engine-port";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { ChainPort, DepositView } from "../../custody/chain/chain-port.ts";
import { decimalOf } from "../../custody/chain/deposit-view.ts";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { RateLimiter } from "../../kit/limits/rate-limiter.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { LeverPort } from "../../market/wire-objects/live-levers.ts";
import { toWireOrder } from "../../market/wire-objects/order.ts";
import type { Identity } from "../identity/identity-service.ts";
import { valuesOf } from "../identity/mail-and-sms/notify-user.ts";
import type { ChatService } from "../support-chat/chat-service.ts";
import type { VerificationService } from "../verification/verification-service.ts";
import type { NoticeContent } from "./notice-content.ts";
import { NOTICE_LIMITS } from "./notice-limits.ts";
import type { NoticeService } from "./notice-service.ts";

const MINUTE_MS = 60_000;
const MAX_COUNTED = 20_000;
const INDEX_SCALE = 8;
const ORDER = LAYOUT.orderChanged.at;
const KINDS = [
  EVENT.orderChanged,
  EVENT.indexChanged,
  EVENT.depositCredited,
  EVENT.withdrawalChanged,
  EVENT.liquidationStep,
  EVENT.leverLiquidated,
  EVENT.leverChanged,
];

/** Why orders that waited are not placed when their turn comes. Their owner may count on them. */
const LAPSED: ReadonlyMap<EventOf<"order-changed">["reason"], "refused" | "unfunded"> = new Map([
  ["oto-rejected", "refused"],
  ["price-difference", "refused"],
  ["market-closed", "refused"],
  ["oto-unfunded", "unfunded"],
  ["trigger-unfunded", "unfunded"],
]);

type EventOf<Kind extends ExchangeEvent["kind"]> = Extract<ExchangeEvent, { readonly kind: Kind }>;

export interface NoticeSourceParts {
  readonly notices: NoticeService;
  readonly engine: Pick<EnginePort, "on">;
  readonly listings: Listings;
  readonly identity: Pick<Identity, "user" | "onSecurityNotice" | "onSessionEnded">;
  readonly verification: Pick<VerificationService, "onReviewed">;
  readonly chat: Pick<ChatService, "onMessage">;
  readonly chains: Pick<ChainPort, "subscribe">;
  readonly levers: LeverPort;
  readonly nowMs: () => number;
  readonly report: (error: unknown, message: string) => void;
}

/**
 * Creates notices for users from events inside and outside the exchange. Starts with events after its start: those that
 * were durable but not yet reported when a server died are not reported again, but remain in the records.
 */
export class NoticeSources {
  private readonly parts: NoticeSourceParts;
  private readonly orders = new RateLimiter<number>(
    { count: NOTICE_LIMITS.ordersPerMinute, windowMs: MINUTE_MS },
    MAX_COUNTED,
  );
  /** Time of the last liquidation notice per user and market. */
  private readonly liquidations = new BoundedMap<string, number>(MAX_COUNTED);
  private readonly heldDeposits = new BoundedMap<string, true>(MAX_COUNTED);
  private readonly stops: (() => void)[];

  constructor(parts: NoticeSourceParts) {
    this.parts = parts;
    const { engine, identity, verification, chat, chains, notices } = parts;
    this.stops = [
      engine.on({ kinds: KINDS, event: (event) => this.apply(event) }),
      identity.onSecurityNotice((userId, notice) =>
        this.tell(userId, { kind: "security", event: notice.kind, values: valuesOf(notice) }),
      ),
      identity.onSessionEnded(({ userId, sessionId }) => notices.endSession(userId, sessionId)),
      verification.onReviewed(({ userId, review }) => {
        if (review === undefined) return;
        const isPassed = review.outcome === "passed";
        this.tell(userId, { kind: "verification", isPassed, reason: isPassed ? "" : review.reason });
      }),
      chains.subscribe((change) => {
        if (change.kind === "deposit") this.depositChanged(change.deposit);
      }),
      chat.onMessage(({ userId, from, text }) => {
        if (from === "support") this.tell(userId, { kind: "chat", text });
      }),
    ];
  }

  stop(): void {
    for (const stop of this.stops) stop();
  }

  private apply(event: DurableEvent): void {
    switch (event.kind) {
      case EVENT.orderChanged:
        if (hasRested(event) && this.isPerson(event.field(ORDER.userId)))
          this.orderChanged(event.decode() as EventOf<"order-changed">);
        break;
      case EVENT.indexChanged:
        this.indexChanged(event.decode() as EventOf<"index-changed">);
        break;
      case EVENT.depositCredited:
        this.depositCredited(event.decode() as EventOf<"deposit-credited">);
        break;
      case EVENT.withdrawalChanged:
        this.withdrawalChanged(event.decode() as EventOf<"withdrawal-changed">);
        break;
      case EVENT.leverChanged:
        this.leverChanged(event.decode() as EventOf<"lever-changed">);
        break;
      default:
        this.liquidated(event.decode() as EventOf<"liquidation-step" | "lever-liquidated">);
    }
  }

  private orderChanged(order: EventOf<"order-changed">): void {
    const lapsed = order.status === "expired" ? LAPSED.get(order.reason) : undefined;
    if (order.status !== "filled" && lapsed === undefined) return;
    if (this.orders.take(order.userId, this.parts.nowMs()) > 0) return;
    const market = this.parts.listings.market(order.marketId);
    if (lapsed !== undefined) {
      this.tell(order.userId, { kind: "order", lapsed, symbol: market.spec.symbol });
      return;
    }
    const { executedQuantity, averagePrice } = toWireOrder(order, market, null);
    this.tell(order.userId, {
      kind: "order",
      side: order.side,
      ...(order.leg !== undefined && { positionSide: order.leg }),
      quantity: executedQuantity,
      base: market.base.spec.symbol,
      price: averagePrice ?? "",
      quote: market.quote.spec.symbol,
    });
  }

  private indexChanged({ marketId, priceE8 }: EventOf<"index-changed">): void {
    // Without an index no alert can be reached.
    if (priceE8 === 0) return;
    for (const { userId, direction, targetE8 } of this.parts.notices.reached(marketId, priceE8))
      this.tell(userId, {
        kind: "price-alert",
        direction,
        symbol: this.symbolOf(marketId),
        price: plainPrice(priceE8),
        target: plainPrice(targetE8),
      });
  }

  private depositCredited({ userId, assetId, amountUnits }: EventOf<"deposit-credited">): void {
    const { symbol, scale } = this.parts.listings.asset(assetId).spec;
    this.tell(userId, { kind: "deposit", amount: plainDecimal(amountUnits, scale), asset: symbol });
  }

  /** Once each: a deposit waiting for an operator may change in other ways. */
  private depositChanged({
    depositId,
    userId,
    assetId,
    status,
    amountWei,
    chainDecimals,
  }: DepositView): void {
    if (status !== "held" || this.heldDeposits.get(depositId) === true) return;
    this.heldDeposits.set(depositId, true);
    const { symbol } = this.parts.listings.asset(assetId).spec;
    const amount = decimalOf(BigInt(amountWei), chainDecimals);
    this.tell(userId, { kind: "deposit", amount, asset: symbol, isHeld: true });
  }

  private withdrawalChanged(withdrawal: EventOf<"withdrawal-changed">): void {
    const { userId, assetId, amountUnits, feeUnits, status, reason } = withdrawal;
    if (status !== "confirmed" && status !== "returned") return;
    const isReturned = status === "returned";
    const { symbol, scale } = this.parts.listings.asset(assetId).spec;
    const units = isReturned ? amountUnits : amountUnits - feeUnits;
    this.tell(userId, {
      kind: "withdrawal",
      isReturned,
      amount: plainDecimal(units, scale),
      asset: symbol,
      reason: isReturned ? reason : "",
    });
  }

  private liquidated(step: EventOf<"liquidation-step" | "lever-liquidated">): void {
    const { kind, userId, marketId } = step;
    const key = `${kind} ${userId} ${marketId}`;
    const nowMs = this.parts.nowMs();
    const lastMs = this.liquidations.get(key);
    this.liquidations.set(key, nowMs);
    if (lastMs !== undefined && nowMs - lastMs < NOTICE_LIMITS.liquidationQuietMs) return;
    const of = kind === "liquidation-step" ? "position" : "margin";
    this.tell(userId, { kind: "liquidation", of, symbol: this.symbolOf(marketId) });
  }

  private leverChanged({ userId, marketId, cause, status }: EventOf<"lever-changed">): void {
    if (cause !== "margin-call" || status !== "margin-call" || !this.isPerson(userId)) return;
    this.callForMargin(userId, marketId).catch((error: unknown) =>
      this.parts.report(error, "margin call not sent"),
    );
  }

  private async callForMargin(userId: number, marketId: number): Promise<void> {
    const { accounts } = await this.parts.levers.of(userId, [marketId]);
    const level = accounts[0]?.marginLevel ?? null;
    // It may have been repaid since; then there is no margin call.
    if (level !== null) this.tell(userId, { kind: "margin-call", symbol: this.symbolOf(marketId), level });
  }

  private symbolOf(marketId: number): string {
    return this.parts.listings.market(marketId).spec.symbol;
  }

  private isPerson(userId: number): boolean {
    return this.parts.identity.user(userId)?.kind === "trader";
  }

  private tell(userId: number, content: NoticeContent): void {
    if (!this.isPerson(userId)) return;
    this.parts.notices
      .tell(userId, content)
      .catch((error: unknown) => this.parts.report(error, "notice not sent"));
  }
}

/** Returns whether an order rested or waited: one filled at once was already reported in its reply. */
function hasRested(order: DurableEvent): boolean {
  return order.field(ORDER.updatedAtMs) > order.field(ORDER.createdAtMs);
}

/** Formats without trailing zeros after the decimal point. */
export function plainDecimal(value: number, scale: number): string {
  return trimZeros(formatDecimal(value, scale));
}

export const plainPrice = (priceE8: number): string => plainDecimal(priceE8, INDEX_SCALE);
