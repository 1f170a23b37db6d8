import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { AccountView, DurableEvent } from "@candor/domain/engine-port";
import { formatDecimal } from "@candor/money/decimal";
import type { Listings } from "../../../../market/market-data/listings.ts";
import { MarginWatch } from "../../../../people/notices/margin-watch.ts";
import type { CallChange } from "../../../../people/notices/watched-account.ts";
import type { WatchedPosition } from "../../../../people/notices/watched-contract.ts";
import type { UserReport } from "../../streams/user-reports.ts";
import type { SharedEvents, UserMessage } from "../../streams/user-streams.ts";
import { marginAssetOf } from "../contract-account.ts";
import { positionSideOf } from "../position-side.ts";

const MARK = LAYOUT.markChanged.at;

/**
 * MARGIN_CALL for the users of a contract stream, at the same ratios as the app's margin calls: once when a position
 * reaches the ratio, or when its user's first stream opens with it.
 */
export class MarginCallEvents implements SharedEvents {
  readonly kinds: readonly number[] = [EVENT.markChanged];
  private readonly listings: Listings;
  private readonly watch: MarginWatch;
  /** Whether a mark has moved since the last check. */
  private hasMark = false;

  constructor(listings: Listings) {
    this.listings = listings;
    this.watch = new MarginWatch(listings, () => []);
  }

  begin(userId: number, { balances, contracts }: AccountView): void {
    for (const position of contracts?.positions ?? []) {
      if (position.markTicks > 0) this.watch.mark(position.marketId, position.markTicks);
      this.watch.position(position);
    }
    const { assetId } = marginAssetOf(this.listings);
    const wallet = balances.find((balance) => balance.wallet === "contract" && balance.assetId === assetId);
    this.watch.wallet(userId, assetId, (wallet?.availableUnits ?? 0) + (wallet?.frozenUnits ?? 0));
    this.hasMark = true;
  }

  end(userId: number): void {
    this.watch.forget(userId);
  }

  /** Follows a user's own changes. */
  follow({ news, userId }: UserReport): void {
    for (const position of news.positions) this.watch.position(position);
    for (const { assetId, availableUnits, frozenUnits } of news.balances)
      this.watch.wallet(userId, assetId, availableUnits + frozenUnits);
  }

  event(event: DurableEvent): void {
    this.watch.mark(event.field(MARK.marketId), event.field(MARK.markTicks));
    this.hasMark = true;
  }

  take(nowMs: number): readonly UserMessage[] {
    if (!this.hasMark) return [];
    this.hasMark = false;
    return this.watch.look().flatMap((change) => {
      const { isCalled, risk, userId } = change;
      // If the same mark also liquidates it, the liquidation is reported instead.
      if (!isCalled || risk === undefined || risk.maintenanceUnits > risk.equityUnits) return [];
      return [{ userId, message: this.call(change, nowMs) }];
    });
  }

  private call({ cashUnits, positions = [] }: CallChange, nowMs: number): object {
    const { scale } = marginAssetOf(this.listings).spec;
    return {
      e: "MARGIN_CALL",
      E: nowMs,
      ...(cashUnits !== undefined && { cw: formatDecimal(cashUnits, scale) }),
      p: positions.map((position) => this.position(position)),
    };
  }

  private position(position: WatchedPosition): object {
    const { contract, isCross, leg, lots, marginUnits } = position;
    const { format, spec } = this.listings.market(contract.marketId);
    return {
      s: spec.symbol,
      ps: positionSideOf(leg),
      pa: format.quantity(lots),
      mt: isCross ? "CROSSED" : "ISOLATED",
      iw: format.quoteAmount(isCross ? 0 : marginUnits),
      mp: format.price(contract.markTicks),
      up: format.quoteAmount(contract.unrealizedUnits(position)),
      mm: format.quoteAmount(contract.maintenanceUnits(position)),
    };
  }
}
