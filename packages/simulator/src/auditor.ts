import type { Wallet } from "@candor/domain/enumerations";
import type {
  ExchangeEvent,
  Executed,
  FundsPosted,
  OrderChanged,
  TradeMade,
} from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import { type AssetSpec, marketScale, type SpotMarketSpec } from "@candor/domain/specs/listing";
import { AccountAudit, type FrozenChange } from "./audit-accounts.ts";
import { ContractAudit } from "./audit-contracts.ts";
import { ConvertAudit } from "./audit-convert.ts";
import { CorrectionAudit } from "./audit-corrections.ts";
import { AuditError, ensure, same } from "./audit-error.ts";
import { ensureOrder } from "./audit-event-order.ts";
import { ForcedCloseAudit } from "./audit-forced-closes.ts";
import { FundingTermsAudit } from "./audit-funding-terms.ts";
import { FundsAudit } from "./audit-funds.ts";
import { HoldAudit } from "./audit-holds.ts";
import { LeverAudit } from "./audit-lever.ts";
import { AuditMarket } from "./audit-market.ts";
import { MiningAudit } from "./audit-mining.ts";
import { OptionAudit } from "./audit-options.ts";
import { type AuditedOrder, OrderAudit } from "./audit-orders.ts";
import { PoolAudit } from "./audit-pools.ts";
import { PreventedAudit } from "./audit-prevented.ts";
import { ReferralAudit } from "./audit-referrals.ts";
import { SettingAudit } from "./audit-settings.ts";
import { TradeMoneyAudit } from "./audit-trade-money.ts";
import { TradeNumberAudit } from "./audit-trade-numbers.ts";
import type { CommonEvent, ContractEvent, ProductEvent } from "./audited-event-groups.ts";
import type { AuditedExchange } from "./audited-exchange.ts";
import { MarkAudit } from "./mark-audit.ts";

/**
 * Recomputes balances, holds, fees and the book from the events only, sharing no code with the core, and throws an
 * AuditError when the exchange differs. It implements the rules of the specification: what a trade moves, what a fee
 * is, what an order needs frozen.
 */
export class Auditor {
  private readonly assets: AssetSpec[] = [];
  readonly orders = new OrderAudit();
  readonly funds = new FundsAudit();
  readonly contracts = new ContractAudit();
  private readonly forcedCloses = new ForcedCloseAudit();
  readonly pools = new PoolAudit(this.contracts.insurance);
  readonly corrections = new CorrectionAudit(this.pools, {
    insurance: this.contracts.insurance,
    feesOf: (assetId) => this.earned(assetId),
  });
  readonly converts = new ConvertAudit();
  readonly mining = new MiningAudit(this.pools, this.assets);
  readonly options = new OptionAudit(this.pools);
  readonly markets: AuditMarket[] = [];
  private readonly accounts = new AccountAudit();
  readonly lever = new LeverAudit(this.accounts, this.pools, this.contracts.insurance);
  readonly referrals = new ReferralAudit(this.accounts, this.assets, this.markets);
  private readonly settings = new SettingAudit();
  private readonly fundingTerms = new FundingTermsAudit();
  private readonly prevented = new PreventedAudit(this.orders);
  readonly marks = new MarkAudit();
  private readonly holds = new HoldAudit(this.orders, this.accounts, this.markets);
  private readonly tradeMoney = new TradeMoneyAudit({
    accounts: this.accounts,
    orders: this.orders,
    referrals: this.referrals,
    contracts: this.contracts,
    forcedCloses: this.forcedCloses,
  });
  private readonly issued: number[] = [];
  private readonly users = new Set<number>();
  private readonly tradeNumbers = new TradeNumberAudit();
  /** Whether the current command has changed an index. */
  private hasNewIndex = false;
  trades = 0;

  /** Audits the events of one command, `executed` first. */
  command(events: readonly ExchangeEvent[]): void {
    this.begin();
    ensureOrder(events);
    for (const event of events) this.apply(event);
    this.marks.command(events);
    this.end();
  }

  /** Compares everything with the exchange's own views. */
  compare(exchange: AuditedExchange): void {
    this.assets.forEach((_, assetId) => {
      ensure(exchange.sumOf(assetId) === 0n, `asset ${assetId} sums to ${exchange.sumOf(assetId)}`);
      const fees = exchange.systemBalance("fees", assetId);
      ensure(fees === this.earned(assetId), `fees of asset ${assetId}`);
      this.compareContracts(exchange, assetId);
      const escrow = exchange.systemBalance("option-escrow", assetId);
      ensure(escrow === this.options.escrowOf(assetId), `escrow of asset ${assetId}: ${escrow}`);
      this.pools.compare((pool, asset) => exchange.systemBalance(pool, asset), assetId);
      const outside = exchange.systemBalance("outside-world", assetId);
      ensure(
        outside === 0 - (this.funds.fromOutside[assetId] ?? 0) - (this.corrections.fromOutside[assetId] ?? 0),
        `outside world of asset ${assetId}`,
      );
      const treasury = exchange.systemBalance("sandbox-treasury", assetId);
      ensure(treasury === 0 - (this.issued[assetId] ?? 0), `treasury of asset ${assetId}`);
    });
    // Throws unless the total owed to users matches the exchange's own accounts.
    exchange.forEachOwed((userId, units) =>
      ensure(Math.min(...units) >= 0, `user ${userId} is owed ${units.join(" ")}`),
    );
    same(exchange.withdrawalsView().withdrawals, [...this.funds.open.values()], "open withdrawals");
    for (const userId of this.users) this.compareUser(exchange, userId);
    for (const userId of this.users) this.mining.compare(exchange.miningView(userId), userId);
    for (const market of this.markets) {
      const { bids, asks } = exchange.bookView(market.id, Number.MAX_SAFE_INTEGER);
      same(bids, market.depth("buy"), `bids of ${market.spec.symbol}`);
      same(asks, market.depth("sell"), `asks of ${market.spec.symbol}`);
    }
  }

  private earned(assetId: number): number {
    const all = (this.tradeMoney.fees[assetId] ?? 0) + (this.funds.fees[assetId] ?? 0);
    const spent = (this.contracts.feesSpent[assetId] ?? 0) + (this.referrals.paid[assetId] ?? 0);
    return all - spent - (this.corrections.fromFees[assetId] ?? 0);
  }

  private compareContracts(exchange: AuditedExchange, assetId: number): void {
    const { contracts } = this;
    for (const [account, units] of [
      ["insurance", contracts.insurance[assetId] ?? 0],
      ["rounding", contracts.rounding[assetId] ?? 0],
      ["clearing", contracts.clearing(assetId)],
      ["funding", contracts.pool(assetId, this.markets)],
    ] as const) {
      const found = exchange.systemBalance(account, assetId);
      ensure(found === units, `${account} of asset ${assetId}: ${found}, not ${units}`);
    }
  }

  private compareUser(exchange: AuditedExchange, userId: number): void {
    const view = exchange.accountView(userId);
    this.accounts.compare(userId, view.balances);
    this.orders.compare(userId, view.orders);
  }

  private begin(): void {
    this.hasNewIndex = false;
    this.funds.beginCommand();
    this.contracts.beginCommand();
    this.forcedCloses.beginCommand();
    this.mining.beginCommand();
    this.converts.beginCommand();
    this.corrections.beginCommand();
    this.options.beginCommand();
    this.accounts.beginCommand();
    this.prevented.beginCommand();
    this.tradeNumbers.beginCommand();
    this.holds.beginCommand();
  }

  private apply(event: ExchangeEvent): void {
    switch (event.kind) {
      case "executed":
        return this.executed(event);
      case "order-changed":
        return this.orderChanged(event);
      case "trade-made":
        return this.trade(event);
      case "match-prevented":
        return this.prevented.match(event);
      case "order-modified":
        return this.orders.modify(event);
      case "funds-posted":
        return this.posted(event);
      case "deposit-credited":
        return this.funds.deposit(event);
      case "withdrawal-changed":
        return this.freeze("main", this.funds.change(event));
      case "level-changed":
        this.holds.settle();
        return this.market(event.marketId).tellLevel(event);
      case "balance-changed":
        this.holds.settle();
        return this.accounts.balance(event);
      case "index-changed":
        this.market(event.marketId).tellIndex(event.priceE8, event.freshSources, this.mining.timeMs);
        this.hasNewIndex = true;
        return;
      default:
        this.applyContract(event);
    }
  }

  private applyContract(event: Exclude<ExchangeEvent, CommonEvent>): void {
    switch (event.kind) {
      case "position-changed":
        return this.freeze("contract", this.contracts.change(event, this.market(event.marketId)));
      case "mark-changed":
        return this.contracts.mark(event);
      case "funding-settled":
        this.fundingTerms.settled(event);
        return this.contracts.settled(event);
      case "funding-paid":
        return this.contracts.paid(event, this.market(event.marketId), this.settings.rules);
      case "funding-closed": {
        const market = this.market(event.marketId);
        return this.contracts.closed(event, market, this.earned(market.quoteAsset));
      }
      case "liquidation-step":
        this.forcedCloses.step(event, (marketId) => this.market(marketId).scale.quoteUnitsPerTickLot);
        return this.contracts.step(event, this.market(event.marketId));
      default:
        this.applyProduct(event);
    }
  }

  private applyProduct(event: Exclude<ExchangeEvent, CommonEvent | ContractEvent>): void {
    switch (event.kind) {
      case "mining-plan-changed":
        return this.mining.plan(event);
      case "miner-changed":
        return this.mining.change(event);
      case "option-terms-set":
        return;
      case "option-ticked":
        return this.options.tick(event);
      case "option-changed":
        return this.options.change(event, this.market(event.marketId).quoteAsset);
      case "converted":
        return this.converts.converted(event);
      case "lever-changed":
        this.holds.settle();
        return this.lever.apply(event, this.market(event.marketId));
      case "lever-listed":
      case "lever-posted":
      case "loan-changed":
      case "lever-liquidated":
        return this.lever.apply(event, this.market(event.marketId));
      default:
        this.applySetting(event);
    }
  }

  private applySetting(event: Exclude<ExchangeEvent, CommonEvent | ContractEvent | ProductEvent>): void {
    switch (event.kind) {
      case "market-status-changed":
        this.market(event.marketId).status = event.status;
        return;
      case "account-opened":
        this.users.add(event.userId);
        return;
      case "account-frozen":
      case "inviter-set":
      case "referral-rate-set":
      case "referral-paid":
        return this.referrals.apply(event);
      case "asset-listed":
        ensure(event.assetId === this.assets.push(event.asset) - 1, "asset number");
        return;
      case "market-listed":
        return this.list(event.marketId, event.market, false);
      case "contract-listed":
        this.forcedCloses.listed(event.marketId, event.contract);
        this.fundingTerms.listed(event.marketId, event.contract);
        return this.list(event.marketId, event.contract, true);
      case "setting-announced":
        return this.settings.announced(event, this.mining.timeMs);
      case "announcement-ended":
        return this.settings.ended(event, this.mining.timeMs);
      case "balance-corrected":
        return this.corrections.corrected(event);
      case "market-fees-set": {
        const { makerFeePpm, takerFeePpm } = event;
        const market = this.market(event.marketId);
        market.spec = { ...market.spec, makerFeePpm, takerFeePpm };
        return;
      }
      case "setting-changed":
        this.fundingTerms.changed(event, this.mining.timeMs);
        return this.settings.changed(event);
      case "funding-terms-set":
        return this.fundingTerms.set(event, this.mining.timeMs);
      case "pool-endowed":
        this.issued[event.assetId] = (this.issued[event.assetId] ?? 0) + this.pools.endow(event);
        return;
    }
  }

  private posted(event: FundsPosted): void {
    this.funds.posted(event);
    this.mining.posted(event);
    this.converts.posted(event);
    this.corrections.posted(event);
    this.options.posted(event);
    this.contracts.posted(event);
    this.accounts.post(event.userId, event.wallet, event.assetId, event.amountUnits);
    if (event.record === "faucet")
      this.issued[event.assetId] = (this.issued[event.assetId] ?? 0) + event.amountUnits;
    this.accounts.expectTotal(event.userId, event.wallet, event.assetId, event.afterUnits, "a posting");
  }

  private executed(event: Executed): void {
    ensure(
      event.error === undefined || event.replayedSeq === 0,
      "a command was both rejected and answered as a repetition",
    );
    this.orders.beginCommand(event.timeMs);
    this.funds.executed(event.seq, event.timeMs);
    this.corrections.executed(event.seq);
    this.fundingTerms.beginCommand();
    this.mining.timeMs = event.timeMs;
    this.options.executed(event.seq, event.timeMs);
    this.lever.beginCommand(event.timeMs);
  }

  private list(marketId: number, spec: SpotMarketSpec, isContract: boolean): void {
    const indexOf = (symbol: string): number => this.assets.findIndex((asset) => asset.symbol === symbol);
    const base = indexOf(spec.base);
    const quote = indexOf(spec.quote);
    const scale = marketScale(spec, this.assets[base] as AssetSpec, this.assets[quote] as AssetSpec);
    ensure(
      marketId === this.markets.push(new AuditMarket(marketId, spec, scale, base, quote, isContract)) - 1,
      "market number",
    );
  }

  private orderChanged(event: OrderChanged): void {
    const market = this.market(event.marketId);
    this.holds.remember(event);
    this.prevented.changed(event, this.settings.rules);
    this.orders.change(event, market);
  }

  private trade(trade: TradeMade): void {
    const market = this.market(trade.marketId);
    this.tradeNumbers.trade(trade, this.settings.rules);
    for (const orderId of [trade.makerOrderId, trade.takerOrderId]) {
      const known = this.orders.live.get(orderId);
      if (known !== undefined) this.holds.remember(known.state);
    }
    const met = this.orders.live.get(trade.makerOrderId);
    if (met !== undefined) this.ensureBearable([met]);
    this.orders.trade(trade, market);
    market.lastTicks = trade.priceTicks;
    this.trades++;
    this.tradeMoney.trade(trade, market);
  }

  /** Applies the change of what a withdrawal, or a position and its orders, have frozen. */
  private freeze(wallet: Wallet, change: FrozenChange | undefined): void {
    if (change !== undefined)
      this.accounts.freeze(this.accounts.of(change.userId, wallet, change.assetId), change.units);
  }

  private end(): void {
    this.holds.settle();
    this.referrals.endTrade();
    this.funds.endCommand();
    this.contracts.endCommand();
    this.mining.endCommand();
    this.converts.endCommand();
    this.corrections.endCommand();
    this.options.endCommand();
    this.accounts.endCommand();
    for (const market of this.markets) market.endCommand();
    this.holds.endCommand();
    this.orders.endCommand();
    this.ensureBearable(this.orders.live.values());
  }

  /**
   * Checks that none of these orders still rests if the index has made it ruinous, not even long enough to match an
   * order of this command.
   */
  private ensureBearable(orders: Iterable<AuditedOrder>): void {
    if (this.hasNewIndex && this.settings.rules >= RULES.ruinedOrders)
      this.lever.ensureBearable(orders, this.markets);
  }

  private market(marketId: number): AuditMarket {
    const market = this.markets[marketId];
    if (market === undefined) throw new AuditError(`unknown market ${marketId}`);
    return market;
  }
}
