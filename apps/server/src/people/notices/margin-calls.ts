import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { EnginePort, EventBatch } from "@candor/domain/engine-port";
import { MARGIN_MODES, type MarginMode, WALLETS } from "@candor/domain/enumerations";
import { riskRatePpm } from "@candor/formulas/perpetual/profit";
import type { Units } from "@candor/money/brand";
import { divideFloor } from "@candor/money/integer";
import { followFrom } from "../../engine/runtime/follow-from.ts";
import type { Listings } from "../../market/market-data/listings.ts";
import type { Identity } from "../identity/identity-service.ts";
import { MarginWatch } from "./margin-watch.ts";
import type { NoticeService } from "./notice-service.ts";
import { plainDecimal } from "./notice-sources.ts";
import type { CallChange, PoolRisk } from "./watched-account.ts";

const CONTRACT_WALLET = WALLETS.indexOf("contract");
const PERCENT_SCALE = 2;
const PPM_PER_PERCENT_UNIT = 100;
const POSITION = LAYOUT.positionChanged.at;
const BALANCE = LAYOUT.balanceChanged.at;
const MARK = LAYOUT.markChanged.at;

export interface MarginCallParts {
  readonly notices: Pick<NoticeService, "tell" | "called" | "allCalled" | "noteCall">;
  readonly engine: Pick<EnginePort, "subscribe" | "openPositionsView">;
  readonly listings: Listings;
  readonly identity: Pick<Identity, "user">;
  readonly report: (error: unknown, message: string) => void;
}

/**
 * Sends margin calls before contract positions are liquidated: once when the margin ratio reaches CALL_RATIO_PPM, and
 * not again until it has been below EASED_RATIO_PPM. Active calls are stored with the notices, so that a start repeats
 * none, and sends those missed while the server was down.
 */
export class MarginCalls {
  private readonly parts: MarginCallParts;
  private readonly watch: MarginWatch;
  private unsubscribe: (() => void) | undefined;
  private isStopped = false;

  constructor(parts: MarginCallParts) {
    this.parts = parts;
    this.watch = new MarginWatch(parts.listings, (userId) => parts.notices.called(userId));
  }

  async start(): Promise<void> {
    const { engine, notices } = this.parts;
    let asOfSeq = 0;
    this.unsubscribe = await followFrom(
      engine,
      async () => {
        const view = await engine.openPositionsView();
        asOfSeq = view.asOfSeq;
        for (const position of view.positions) if (this.isPerson(position.userId)) this.watch.seed(position);
        for (const { userId, pool } of notices.allCalled())
          if (!this.watch.has(userId)) this.note({ userId, pool, isCalled: false });
        this.tellChanges();
      },
      (batch) => {
        if (batch.lastSeq > asOfSeq) this.apply(batch);
      },
    );
    if (this.isStopped) this.stop();
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe?.();
  }

  private apply(batch: EventBatch): void {
    const cursor = new EventCursor(batch.words);
    let hasMark = false;
    while (cursor.next()) {
      switch (cursor.kind) {
        case EVENT.positionChanged:
          this.positionChanged(cursor);
          break;
        case EVENT.balanceChanged:
          this.balanceChanged(cursor);
          break;
        case EVENT.markChanged:
          this.watch.mark(cursor.field(MARK.marketId), cursor.field(MARK.markTicks));
          hasMark = true;
          break;
        default:
          break;
      }
    }
    if (hasMark) this.tellChanges();
  }

  private positionChanged(cursor: EventCursor): void {
    const userId = cursor.field(POSITION.userId);
    if (!this.isPerson(userId)) return;
    this.watch.position({
      userId,
      marketId: cursor.field(POSITION.marketId),
      lots: cursor.field(POSITION.lots),
      entryCostUnits: cursor.field(POSITION.entryCostUnits) as Units,
      marginUnits: cursor.field(POSITION.marginUnits) as Units,
      marginMode: MARGIN_MODES[cursor.field(POSITION.marginMode)] as MarginMode,
    });
  }

  private balanceChanged(cursor: EventCursor): void {
    if (cursor.field(BALANCE.wallet) !== CONTRACT_WALLET) return;
    const totalUnits = cursor.field(BALANCE.availableUnits) + cursor.field(BALANCE.frozenUnits);
    this.watch.wallet(cursor.field(BALANCE.userId), cursor.field(BALANCE.assetId), totalUnits);
  }

  private tellChanges(): void {
    for (const change of this.watch.look()) {
      this.note(change);
      const { isCalled, risk } = change;
      // If the same mark also liquidates it, the liquidation notice is enough.
      if (isCalled && risk !== undefined && risk.maintenanceUnits <= risk.equityUnits)
        this.call(change, risk);
    }
  }

  private note({ userId, pool, isCalled }: CallChange): void {
    const { notices, report } = this.parts;
    notices
      .noteCall(userId, pool, isCalled)
      .catch((error: unknown) => report(error, "could not record a margin call"));
  }

  private call({ userId, marketId }: CallChange, { maintenanceUnits, equityUnits }: PoolRisk): void {
    const { notices, listings, report } = this.parts;
    const hundredths = divideFloor(riskRatePpm(maintenanceUnits, equityUnits), PPM_PER_PERCENT_UNIT);
    const level = `${plainDecimal(hundredths, PERCENT_SCALE)}%`;
    const symbol = marketId === undefined ? "" : listings.market(marketId).spec.symbol;
    notices
      .tell(userId, {
        kind: "margin-call",
        of: marketId === undefined ? "cross" : "position",
        symbol,
        level,
      })
      .catch((error: unknown) => report(error, "margin call not sent"));
  }

  private isPerson(userId: number): boolean {
    return this.parts.identity.user(userId)?.kind === "trader";
  }
}
