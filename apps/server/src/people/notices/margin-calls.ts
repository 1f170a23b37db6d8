import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT, LEG_SHIFT } from "@candor/codec/event-record";
import type { DurableEvent, EnginePort, EventListener } from "@candor/domain/engine-port";
import { MARGIN_MODES, type MarginMode, POSITION_LEGS, WALLETS } from "@candor/domain/enumerations";
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
const MODE_BITS = (1 << LEG_SHIFT) - 1;

export interface MarginCallParts {
  readonly notices: Pick<NoticeService, "tell" | "called" | "allCalled" | "noteCall">;
  readonly engine: Pick<EnginePort, "on" | "openPositionsView">;
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
  /** Batches up to here are part of what it began with. */
  private asOfSeq = 0;
  /** Whether the present batch has moved a mark. */
  private hasMark = false;

  constructor(parts: MarginCallParts) {
    this.parts = parts;
    this.watch = new MarginWatch(parts.listings, (userId) => parts.notices.called(userId));
  }

  async start(): Promise<void> {
    const { engine, notices } = this.parts;
    this.unsubscribe = await followFrom(
      engine,
      async () => {
        const view = await engine.openPositionsView();
        this.asOfSeq = view.asOfSeq;
        for (const position of view.positions) if (this.isPerson(position.userId)) this.watch.seed(position);
        for (const { userId, pool } of notices.allCalled())
          if (!this.watch.has(userId)) this.note({ userId, pool, isCalled: false });
        this.tellChanges();
      },
      this.listener,
    );
    if (this.isStopped) this.stop();
  }

  stop(): void {
    this.isStopped = true;
    this.unsubscribe?.();
  }

  private readonly listener: EventListener = {
    kinds: [EVENT.positionChanged, EVENT.balanceChanged, EVENT.markChanged],
    begin: (batch) => {
      this.hasMark = false;
      return batch.lastSeq > this.asOfSeq;
    },
    event: (event) => this.apply(event),
    end: () => {
      if (this.hasMark) this.tellChanges();
    },
  };

  private apply(event: DurableEvent): void {
    switch (event.kind) {
      case EVENT.positionChanged:
        this.positionChanged(event);
        break;
      case EVENT.balanceChanged:
        this.balanceChanged(event);
        break;
      default:
        this.watch.mark(event.field(MARK.marketId), event.field(MARK.markTicks));
        this.hasMark = true;
    }
  }

  private positionChanged(event: DurableEvent): void {
    const userId = event.field(POSITION.userId);
    if (!this.isPerson(userId)) return;
    const mode = event.field(POSITION.marginMode);
    this.watch.position({
      userId,
      leg: POSITION_LEGS[(mode >> LEG_SHIFT) - 1],
      marketId: event.field(POSITION.marketId),
      lots: event.field(POSITION.lots),
      entryCostUnits: event.field(POSITION.entryCostUnits) as Units,
      marginUnits: event.field(POSITION.marginUnits) as Units,
      marginMode: MARGIN_MODES[mode & MODE_BITS] as MarginMode,
    });
  }

  private balanceChanged(event: DurableEvent): void {
    if (event.field(BALANCE.wallet) !== CONTRACT_WALLET) return;
    const totalUnits = event.field(BALANCE.availableUnits) + event.field(BALANCE.frozenUnits);
    this.watch.wallet(event.field(BALANCE.userId), event.field(BALANCE.assetId), totalUnits);
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
