import type { ExchangeEvent, TradeMade } from "@candor/domain/events/events";
import type { ReferralPaid } from "@candor/domain/events/referral-events";
import type { AssetSpec } from "@candor/domain/specs/listing";
import type { AccountAudit } from "./audit-accounts.ts";
import { ensure } from "./audit-error.ts";
import type { AuditMarket } from "./audit-market.ts";

/** A share that the exchange owes to an inviter and has not yet paid. */
interface Share {
  readonly inviterId: number;
  readonly userId: number;
  readonly tradeId: number;
  readonly assetId: number;
  readonly units: number;
}

/**
 * Checks who invited whom and the inviters' shares of a trade's fees: a share of each side's fee, one level deep,
 * nothing more, to nobody else, and nothing while the inviter is frozen.
 */
export class ReferralAudit {
  /** Paid from the venue's fees, by asset. */
  readonly paid: number[] = [];
  private readonly accounts: AccountAudit;
  private readonly assets: readonly AssetSpec[];
  private readonly markets: readonly AuditMarket[];
  private readonly inviters = new Map<number, number>();
  private readonly frozen = new Set<number>();
  private readonly due: Share[] = [];
  private ratePpm = 200_000;

  constructor(accounts: AccountAudit, assets: readonly AssetSpec[], markets: readonly AuditMarket[]) {
    this.accounts = accounts;
    this.assets = assets;
    this.markets = markets;
  }

  apply(event: ExchangeEvent): void {
    switch (event.kind) {
      case "inviter-set":
        ensure(!this.inviters.has(event.userId), `user ${event.userId} was invited twice`);
        ensure(event.userId !== event.inviterId, `user ${event.userId} was invited by themselves`);
        this.inviters.set(event.userId, event.inviterId);
        return;
      case "referral-rate-set":
        ensure(event.ratePpm >= 0 && event.ratePpm <= 1_000_000, `rate ${event.ratePpm}`);
        this.ratePpm = event.ratePpm;
        return;
      case "account-frozen":
        if (event.wallet !== "main") return;
        if (event.isFrozen) this.frozen.add(event.userId);
        else this.frozen.delete(event.userId);
        return;
      case "referral-paid":
        return this.pay(event);
      default:
        // Other events do not concern inviters.
        return;
    }
  }

  /** Computes the inviters' shares of a trade's fees, which are already checked. */
  trade(trade: TradeMade, makerAsset: number, takerAsset: number): void {
    this.endTrade();
    for (const [userId, assetId, fee] of [
      [trade.makerUserId, makerAsset, trade.makerFeeUnits],
      [trade.takerUserId, takerAsset, trade.takerFeeUnits],
    ] as const) {
      const inviterId = this.inviters.get(userId);
      const units = Number((BigInt(fee) * BigInt(this.ratePpm)) / 1_000_000n);
      if (inviterId === undefined || this.frozen.has(inviterId) || units === 0) continue;
      this.due.push({ inviterId, userId, tradeId: trade.tradeId, assetId, units });
    }
  }

  /** Checks before the next trade, and at the end of a command, that all shares are paid. */
  endTrade(): void {
    ensure(this.due.length === 0, `no referral was paid for trade ${this.due[0]?.tradeId}`);
  }

  private pay(event: ReferralPaid): void {
    const share = this.due.shift();
    const { inviterId, userId, tradeId, assetId, amountUnits } = event;
    const what = `referral of trade ${tradeId}`;
    ensure(share !== undefined, `${what} that is not owed`);
    ensure(
      share?.inviterId === inviterId &&
        share.userId === userId &&
        share.tradeId === tradeId &&
        share.assetId === assetId &&
        share.units === amountUnits,
      `${what}: ${JSON.stringify(event)}, not ${JSON.stringify(share)}`,
    );
    const value = this.valueOf(event);
    ensure(event.valueUnits === value, `${what}: worth ${event.valueUnits}, not ${value}`);
    this.accounts.post(inviterId, "main", assetId, amountUnits);
    this.accounts.expectTotal(inviterId, "main", assetId, event.afterUnits, what);
    this.paid[assetId] = (this.paid[assetId] ?? 0) + amountUnits;
  }

  /** In USDT: by the index of the traded market, or else of the coin's first market against USDT. */
  private valueOf({ marketId, assetId, amountUnits }: ReferralPaid): number {
    if (this.assets[assetId]?.symbol === "USDT") return amountUnits;
    const against = this.markets.filter(
      ({ isContract, baseAsset, spec }) => !isContract && baseAsset === assetId && spec.quote === "USDT",
    );
    const market = against.find(({ id }) => id === marketId) ?? against[0];
    if (market === undefined) return 0;
    const { tickE8, lotUnits, quoteUnitsPerTickLot } = market.scale;
    const worth = BigInt(amountUnits) * BigInt(market.indexE8) * BigInt(quoteUnitsPerTickLot);
    return Number(worth / (BigInt(tickE8) * BigInt(lotUnits)));
  }
}
