import type { TradeMade } from "@candor/domain/events/events";
import type { AccountAudit, AuditedWallet } from "./audit-accounts.ts";
import type { ContractAudit } from "./audit-contracts.ts";
import { ensure } from "./audit-error.ts";
import type { ForcedCloseAudit } from "./audit-forced-closes.ts";
import type { AuditMarket } from "./audit-market.ts";
import type { OrderAudit } from "./audit-orders.ts";
import type { ReferralAudit } from "./audit-referrals.ts";
import { leverWallet } from "./lever-wallet.ts";

interface TradeParts {
  readonly accounts: AccountAudit;
  readonly orders: OrderAudit;
  readonly referrals: ReferralAudit;
  readonly contracts: ContractAudit;
  readonly forcedCloses: ForcedCloseAudit;
}

/** Recomputes the value and fees of trades, and what they move. */
export class TradeMoneyAudit {
  /** Fees of trades, by asset. */
  readonly fees: number[] = [];
  private readonly parts: TradeParts;

  constructor(parts: TradeParts) {
    this.parts = parts;
  }

  trade(trade: TradeMade, market: AuditMarket): void {
    if (market.isContract) this.contractTrade(trade, market);
    else this.spotTrade(trade, market);
  }

  private spotTrade(trade: TradeMade, market: AuditMarket): void {
    const { accounts, referrals } = this.parts;
    const { scale, baseAsset, quoteAsset, spec } = market;
    const base = trade.quantityLots * scale.lotUnits;
    const quote = trade.quantityLots * trade.priceTicks * scale.quoteUnitsPerTickLot;
    ensure(quote === trade.quoteUnits && trade.quantityLots > 0, `trade ${trade.tradeId}: its value`);
    const takerBuys = trade.takerSide === "buy";
    const takerFee = market.fee(takerBuys ? base : quote, spec.takerFeePpm);
    const makerFee = market.fee(takerBuys ? quote : base, spec.makerFeePpm);
    ensure(
      takerFee === trade.takerFeeUnits && makerFee === trade.makerFeeUnits,
      `trade ${trade.tradeId}: its fees`,
    );
    const [buyer, seller] = takerBuys
      ? [trade.takerUserId, trade.makerUserId]
      : [trade.makerUserId, trade.takerUserId];
    const [buyerFee, sellerFee] = takerBuys ? [takerFee, makerFee] : [makerFee, takerFee];
    const maker = this.walletOf(trade.makerOrderId, trade.makerLever, market);
    const taker = this.walletOf(trade.takerOrderId, trade.takerLever, market);
    const [buyerWallet, sellerWallet] = takerBuys ? [taker, maker] : [maker, taker];
    accounts.post(buyer, buyerWallet, quoteAsset, -quote);
    accounts.post(buyer, buyerWallet, baseAsset, base - buyerFee);
    accounts.post(seller, sellerWallet, baseAsset, -base);
    accounts.post(seller, sellerWallet, quoteAsset, quote - sellerFee);
    this.fees[baseAsset] = (this.fees[baseAsset] ?? 0) + buyerFee;
    this.fees[quoteAsset] = (this.fees[quoteAsset] ?? 0) + sellerFee;
    const [makerAsset, takerAsset] = takerBuys ? [quoteAsset, baseAsset] : [baseAsset, quoteAsset];
    referrals.trade(trade, makerAsset, takerAsset);
    const what = `trade ${trade.tradeId}`;
    accounts.expectTotal(trade.makerUserId, maker, baseAsset, trade.makerBaseAfter, what);
    accounts.expectTotal(trade.makerUserId, maker, quoteAsset, trade.makerQuoteAfter, what);
    accounts.expectTotal(trade.takerUserId, taker, baseAsset, trade.takerBaseAfter, what);
    accounts.expectTotal(trade.takerUserId, taker, quoteAsset, trade.takerQuoteAfter, what);
  }

  /** The wallet that an order's money is in. The trade must agree with the order about it. */
  private walletOf(orderId: number, isLever: boolean, market: AuditMarket): AuditedWallet {
    const order = this.parts.orders.live.get(orderId);
    ensure(
      order === undefined || (order.state.product === "lever") === isLever,
      `product of order ${orderId}`,
    );
    return isLever ? leverWallet(market.id) : "coin";
  }

  /** Contract trades move no coins: fees are in the trade event, realized profit in the postings after it. */
  private contractTrade(trade: TradeMade, market: AuditMarket): void {
    const { quoteAsset, spec, scale } = market;
    const units = trade.quantityLots * trade.priceTicks * scale.quoteUnitsPerTickLot;
    ensure(units === trade.quoteUnits && trade.quantityLots > 0, `trade ${trade.tradeId}: its value`);
    const makerFee = market.fee(units, spec.makerFeePpm);
    const takerFee = market.fee(units, spec.takerFeePpm);
    ensure(
      trade.makerFeeUnits === makerFee && (trade.takerFeeUnits === takerFee || trade.takerFeeUnits === 0),
      `trade ${trade.tradeId}: its fees`,
    );
    this.fees[quoteAsset] = (this.fees[quoteAsset] ?? 0) + trade.makerFeeUnits + trade.takerFeeUnits;
    this.parts.referrals.trade(trade, quoteAsset, quoteAsset);
    const legOf = (orderId: number) => this.parts.orders.live.get(orderId)?.state.leg;
    this.parts.contracts.trade(trade, market, [legOf(trade.makerOrderId), legOf(trade.takerOrderId)]);
    this.parts.forcedCloses.trade(trade);
  }
}
