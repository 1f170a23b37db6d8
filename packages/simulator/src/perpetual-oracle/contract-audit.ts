import type { LiquidationMethod } from "@candor/domain/enumerations";
import {
  type ContractEvent,
  type FundingPaid,
  INSURANCE_FUND_USER_ID,
  type LiquidationStep,
  type PositionChanged,
} from "@candor/domain/events/contract-events";
import type { BalanceChanged, ExchangeEvent, FundsPosted, TradeMade } from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import { ensure } from "../audit-error.ts";
import { ForcedCloseAudit } from "../audit-forced-closes.ts";
import { MarkAudit } from "../mark-audit.ts";
import {
  checkAccount,
  checkFundingRate,
  checkLiquidation,
  checkLiquidationPrice,
  checkMark,
} from "./audit-mark.ts";
import { checkPairPrice } from "./audit-pair.ts";
import { ContractRules } from "./audit-rules.ts";
import { AuditedAccounts, type AuditedSystem } from "./audited-accounts.ts";
import {
  type AuditedPosition,
  auditedContract,
  maintenanceUnitsOf,
  profitAtMark,
  valueAtMark,
} from "./audited-contract.ts";
import { chargedUnits, checkFundingClosed, owedFundingUnits } from "./audited-funding.ts";
import { AuditedLiquidations } from "./audited-liquidations.ts";

/**
 * Recomputes positions, margin, marks, funding and liquidations from the events only, with the exact mathematics of
 * this folder, and throws an AuditError when the exchange differs. For worlds in which all money is USDT with six
 * decimals and only contracts trade.
 */
export class ContractAudit extends AuditedAccounts {
  private readonly changedUsers = new Set<number>();
  /** For this command, by user: the value of trades, fundings and liquidations that is not yet posted. */
  private readonly due = new Map<number, number>();
  /**
   * For this command, by user: the number of fills that closed a part of a position, each of which may round by a unit.
   */
  private readonly roundings = new Map<number, number>();
  /** The time of the audited command. */
  private nowMs = 0;
  /** Cross positions emitted in this command. Their backing is known only at its end. */
  private readonly toldCross: AuditedPosition[] = [];
  private readonly rules = new ContractRules();
  private readonly indexes = new Map<number, number>();
  readonly marks = new MarkAudit();
  private readonly quoteAsset: number;
  private readonly liquidations = new AuditedLiquidations();
  trades = 0;
  fundings = 0;
  missingFunding = 0;
  /** Number of steps for which the equity of a whole cross account was recomputed. */
  crossSteps = 0;
  /** Number of liquidation prices checked of accounts with both positions of a contract. */
  hedgedPairs = 0;
  /** The insurance fund's payments for liquidations. */
  insuredLoss = 0;
  /** Lots that it has taken over, and how many of these it has traded back on the book. */
  takenLots = 0;
  offeredLots = 0;
  readonly steps: Record<LiquidationMethod, number> = { orders: 0, book: 0, "insurance-fund": 0, adl: 0 };
  /** Steps of the last command. */
  stepsInCommand = 0;
  private readonly forcedCloses = new ForcedCloseAudit();

  constructor(quoteAsset: number) {
    super();
    this.quoteAsset = quoteAsset;
  }

  /** Audits the events of one command that was executed at `nowMs`. */
  command(events: readonly ExchangeEvent[], nowMs: number): void {
    this.nowMs = nowMs;
    this.changedUsers.clear();
    this.due.clear();
    this.roundings.clear();
    this.toldCross.length = 0;
    this.stepsInCommand = 0;
    this.forcedCloses.beginCommand();
    this.marks.command(events);
    for (const event of events) {
      this.rules.apply(event);
      this.apply(event);
    }
    // The fund has no account: its realized profit is in the exchange's own account, and no position of it is emitted.
    this.changedUsers.delete(INSURANCE_FUND_USER_ID);
    for (const userId of this.changedUsers) this.checkUser(userId);
    for (const position of this.toldCross) this.checkCross(position);
    this.rules.endCommand();
    this.liquidations.endCommand((userId) => this.isAtRisk(userId));
    for (const { marketId, sumLots } of this.contracts.values())
      ensure(sumLots === 0, `positions of market ${marketId} sum to ${sumLots}`);
  }

  /** Compares all of the exchange's own balances after a command. */
  compare(exchange: AuditedSystem): void {
    ensure(exchange.sumOf(this.quoteAsset) === 0n, `USDT sums to ${exchange.sumOf(this.quoteAsset)}`);
    let owed = 0;
    for (const { lots, cost } of this.positions.values()) owed += lots > 0 ? 0 - cost : cost;
    // Total realized profit equals the cost of the open long lots minus the proceeds of the short ones.
    const clearing = exchange.systemBalance("clearing", this.quoteAsset);
    ensure(clearing === owed, `the clearing account has ${clearing}, open positions owe ${owed}`);
    const fund = exchange.systemBalance("insurance", this.quoteAsset);
    ensure(fund >= 0, `insurance fund is negative: ${fund}`);
  }

  /** The last event of every open position, for comparing worlds. */
  *openPositions(): Generator<PositionChanged> {
    for (const { told, lots } of this.positions.values()) if (lots !== 0 && told !== undefined) yield told;
  }

  private apply(event: ExchangeEvent | ContractEvent): void {
    switch (event.kind) {
      case "contract-listed":
        this.contracts.set(event.marketId, auditedContract(event.marketId, event.contract));
        this.forcedCloses.listed(event.marketId, event.contract);
        return;
      case "index-changed":
        this.indexes.set(event.marketId, event.priceE8);
        return;
      case "trade-made":
        return this.trade(event);
      case "funds-posted":
        return this.posted(event);
      case "balance-changed":
        return this.balance(event);
      case "position-changed":
        return this.position(event);
      case "mark-changed":
        checkMark(this.contract(event.marketId), event, this.nowMs);
        this.contract(event.marketId).mark = event;
        return;
      case "funding-settled":
        checkFundingRate(this.contract(event.marketId), event, this.nowMs);
        ensure(
          this.contract(event.marketId).paid === 0,
          `funding ${event.round} started before the last one was closed`,
        );
        this.contract(event.marketId).funding = event;
        return;
      case "funding-terms-set": {
        const { interestPpm, fundingCapPpm } = event;
        const contract = this.contract(event.marketId);
        contract.spec = { ...contract.spec, interestPpm, fundingCapPpm };
        return;
      }
      case "funding-paid":
        return this.paid(event);
      case "funding-closed":
        return checkFundingClosed(this.contract(event.marketId), event);
      case "liquidation-step":
        return this.liquidation(event);
      default:
        return;
    }
  }

  private trade(trade: TradeMade): void {
    const contract = this.contract(trade.marketId);
    const { quantityLots, priceTicks, quoteUnits } = trade;
    const what = `trade ${trade.tradeId}`;
    ensure(quantityLots > 0 && quoteUnits === quantityLots * priceTicks * contract.factor, `${what}: value`);
    const feeOf = (ppm: number): number => Number((BigInt(quoteUnits) * BigInt(ppm) + 999_999n) / 1_000_000n);
    ensure(trade.makerFeeUnits === feeOf(contract.spec.makerFeePpm), `${what}: maker's fee`);
    const takerFee = feeOf(contract.spec.takerFeePpm);
    // A liquidated user pays the liquidation fee instead, which is in the step.
    ensure(trade.takerFeeUnits === takerFee || trade.takerFeeUnits === 0, `${what}: taker's fee`);
    const { makerUserId, takerUserId, marketId } = trade;
    const maker = this.open(makerUserId, contract, this.rules.legOf(trade.makerOrderId));
    const taker = this.open(takerUserId, contract, this.rules.legOf(trade.takerOrderId));
    this.rules.trade(trade, maker.lots, taker.lots);
    const signed = trade.takerSide === "buy" ? quantityLots : 0 - quantityLots;
    this.fill(maker, 0 - signed, quoteUnits);
    this.fill(taker, signed, quoteUnits);
    this.owe(trade.makerUserId, 0 - trade.makerFeeUnits);
    this.owe(trade.takerUserId, 0 - trade.takerFeeUnits);
    ensure(trade.makerBaseAfter === maker.lots, `${what}: maker's lots`);
    ensure(trade.takerBaseAfter === taker.lots, `${what}: taker's lots`);
    this.trades++;
    this.forcedCloses.trade(trade);
    if (takerUserId !== INSURANCE_FUND_USER_ID) return;
    this.offeredLots += quantityLots;
    const before = this.lotsOf(takerUserId, marketId) - signed;
    ensure(
      before > 0 !== signed > 0 && Math.abs(signed) <= Math.abs(before),
      `${what}: the fund must only reduce`,
    );
  }

  /**
   * Executes lots for a position by one-way accounting: closing realizes profit, and the part beyond zero opens a new
   * position. One of hedge mode never gets there.
   */
  private fill(position: AuditedPosition, signedLots: number, units: number): void {
    const { userId, contract } = position;
    const before = position.lots;
    const size = Math.abs(signedLots);
    const opposes = before !== 0 && before > 0 !== signedLots > 0;
    const closed = opposes ? Math.min(size, Math.abs(before)) : 0;
    const closedUnits = Number((BigInt(units) * BigInt(closed)) / BigInt(size));
    if (closed > 0) {
      const isAll = closed === Math.abs(before);
      const share = Number((BigInt(position.cost) * BigInt(closed)) / BigInt(Math.abs(before)));
      const cost = isAll ? position.cost : share;
      this.owe(userId, before > 0 ? closedUnits - cost : cost - closedUnits);
      this.roundings.set(userId, (this.roundings.get(userId) ?? 0) + 1 + position.slack);
      position.cost -= cost;
      position.slack = isAll ? 0 : position.slack + 1;
    }
    position.cost += units - closedUnits;
    position.lots += signedLots;
    contract.sumLots += signedLots;
    contract.longLots += Math.max(0, position.lots) - Math.max(0, before);
    this.changedUsers.add(userId);
    this.ensureLeg(position);
  }

  private owe(userId: number, units: number): void {
    this.due.set(userId, (this.due.get(userId) ?? 0) + units);
    this.changedUsers.add(userId);
  }

  private posted(event: FundsPosted): void {
    if (event.wallet !== "contract" || event.assetId !== this.quoteAsset) return;
    const total = (this.totals.get(event.userId) ?? 0) + event.amountUnits;
    ensure(total >= 0, `user ${event.userId}'s contract wallet is at ${total} after ${event.record}`);
    ensure(
      total === event.afterUnits,
      `user ${event.userId}: ${event.record} of ${event.amountUnits} leaves ${event.afterUnits}, not ${total}`,
    );
    this.totals.set(event.userId, total);
    const isTransfer = event.record === "transfer-in" || event.record === "transfer-out";
    this.owe(event.userId, isTransfer ? 0 : 0 - event.amountUnits);
  }

  private balance(event: BalanceChanged): void {
    ensure(event.availableUnits >= 0 && event.frozenUnits >= 0, `a negative balance of user ${event.userId}`);
    if (event.wallet !== "contract" || event.assetId !== this.quoteAsset) return;
    const total = this.totals.get(event.userId) ?? 0;
    ensure(
      event.availableUnits + event.frozenUnits === total,
      `user ${event.userId}'s contract wallet: ${event.availableUnits} + ${event.frozenUnits}, posted ${total}`,
    );
    const frozen = this.frozenOf(event.userId);
    ensure(
      frozen === event.frozenUnits,
      `user ${event.userId} has ${event.frozenUnits} frozen, positions sum to ${frozen}`,
    );
  }

  private checkUser(userId: number): void {
    const frozen = this.frozenOf(userId);
    const total = this.totals.get(userId) ?? 0;
    ensure(frozen <= total, `user ${userId} has ${frozen} frozen of ${total}`);
    for (const { told, lots, contract } of this.byUser.get(userId) ?? [])
      ensure(
        (told?.lots ?? 0) === lots,
        `user ${userId} in market ${contract.marketId}: emitted ${told?.lots}, found ${lots}`,
      );
    const due = this.due.get(userId) ?? 0;
    const roundings = this.roundings.get(userId) ?? 0;
    ensure(
      Math.abs(due) <= roundings,
      `${due} units of user ${userId} were not posted (${roundings} roundings)`,
    );
  }

  private position(event: PositionChanged): void {
    const position = this.open(event.userId, this.contract(event.marketId), event.leg);
    const who = `user ${event.userId} in market ${event.marketId}`;
    ensure(event.lots === position.lots, `${who}: emitted ${event.lots} lots, traded to ${position.lots}`);
    this.checkCost(position, event.entryCostUnits, who);
    position.cost = event.entryCostUnits;
    position.slack = 0;
    position.told = event;
    this.changedUsers.add(event.userId);
    ensure(event.marginUnits >= 0 && event.orderMarginUnits >= 0, `${who}: margin is negative`);
    ensure(event.lots !== 0 || event.marginUnits === 0, `${who}: margin without a position`);
    if (event.marginMode === "isolated") checkLiquidationPrice(event, position, event.marginUnits);
    else this.toldCross.push(position);
  }

  /** Checks the liquidation price of a cross position, with unchanged marks of the account's other contracts. */
  private checkCross(position: AuditedPosition): void {
    const { told, lots, contract, userId } = position;
    if (told === undefined || lots === 0 || contract.mark === undefined) return;
    const { equity, maintenance } = this.crossRisk(userId);
    const sibling = (this.byUser.get(userId) ?? []).find(
      (other) => other !== position && other.contract === contract && other.lots !== 0,
    );
    if (sibling !== undefined) {
      this.hedgedPairs++;
      return checkPairPrice(told, [position, sibling], equity, maintenance, contract.mark.markTicks);
    }
    const others = maintenance - maintenanceUnitsOf(contract, valueAtMark(position));
    checkLiquidationPrice(told, position, equity - profitAtMark(position) - others);
  }

  private paid(event: FundingPaid): void {
    const contract = this.contract(event.marketId);
    const position = this.openOn(event.userId, contract, event.lots > 0 ? "long" : "short");
    const what = `funding ${event.fundingId} of user ${event.userId}`;
    const { funding } = contract;
    ensure(event.round === funding?.round, `${what}: its round`);
    ensure(event.lots === position.lots, `${what}: ${event.lots} lots, has ${position.lots}`);
    ensure(event.ratePpm === funding?.ratePpm, `${what}: its rate`);
    ensure(event.markTicks === funding?.markTicks, `${what}: its mark`);
    ensure(position.fundedRound < event.round, `${what}: paid twice`);
    position.fundedRound = event.round;
    const owed = owedFundingUnits(contract, event);
    const { amountUnits, missingUnits } = event;
    ensure(
      missingUnits >= 0 && BigInt(amountUnits - missingUnits) === owed,
      `${what}: ${amountUnits} of ${owed}`,
    );
    this.owe(event.userId, amountUnits);
    contract.paid += amountUnits;
    this.fundings++;
    this.missingFunding += missingUnits;
    const isUser = event.userId !== INSURANCE_FUND_USER_ID;
    if (isUser && missingUnits > 0 && this.marks.rules >= RULES.boundedMark)
      this.charge(position, missingUnits);
  }

  /** Since rules 3 a payer's profit at the index covers missing money, by a worse cost. */
  private charge(position: AuditedPosition, missingUnits: number): void {
    const { contract, lots } = position;
    const units = chargedUnits(position, this.indexes.get(contract.marketId) ?? 0, missingUnits);
    position.cost += lots > 0 ? units : 0 - units;
    contract.paid -= units;
  }

  private liquidation(step: LiquidationStep): void {
    const contract = this.contract(step.marketId);
    const position = this.open(step.userId, contract, step.leg);
    const what = `liquidation ${step.liquidationId} (${step.method}) of user ${step.userId}`;
    this.liquidations.step(step, what);
    checkLiquidation(contract, step);
    if (step.marginMode === "cross") this.checkCrossRisk(step, what);
    checkAccount(this.contracts, step);
    this.forcedCloses.step(step, (marketId) => this.contract(marketId).factor);
    this.stepsInCommand++;
    this.steps[step.method]++;
    this.insuredLoss += step.lossUnits;
    this.owe(step.userId, step.lossUnits - step.feeUnits);
    if (step.method === "adl") this.deleverage(step, position, what);
    if (step.method === "insurance-fund" && step.orderId === 0) this.takeOver(step, position);
    const fund = this.open(INSURANCE_FUND_USER_ID, contract);
    ensure(fund.lots === step.fundLots, `${what}: the fund has ${step.fundLots} lots, expected ${fund.lots}`);
    this.checkCost(fund, step.fundEntryCostUnits, what);
    fund.cost = step.fundEntryCostUnits;
    fund.slack = 0;
    ensure(
      Math.abs(step.lots) - step.closedLots === Math.abs(position.lots) && step.lots * position.lots >= 0,
      `${what}: ${step.lots} lots less ${step.closedLots}, has ${position.lots}`,
    );
  }

  /**
   * Checks equity and maintenance margin of a whole cross account. Isolated margin is emitted only at the end of a
   * command, so this checks the first step of accounts without any.
   */
  private checkCrossRisk(step: LiquidationStep, what: string): void {
    const own = this.byUser.get(step.userId) ?? [];
    if (step.method !== "orders" || own.some(({ told }) => told?.marginMode !== "cross")) return;
    const { equity, maintenance } = this.crossRisk(step.userId);
    ensure(step.equityUnits === equity, `${what}: equity ${step.equityUnits}, not ${equity}`);
    ensure(
      step.maintenanceUnits === maintenance,
      `${what}: maintenance ${step.maintenanceUnits}, not ${maintenance}`,
    );
    this.crossSteps++;
  }

  private deleverage(step: LiquidationStep, position: AuditedPosition, what: string): void {
    const signed = step.lots > 0 ? 0 - step.closedLots : step.closedLots;
    const { counterpartyUserId } = step;
    const other = this.openOn(counterpartyUserId, position.contract, step.lots > 0 ? "short" : "long");
    const { lots } = other;
    ensure(lots !== 0 && lots > 0 !== step.lots > 0, `${what}: the counterparty has ${lots}`);
    ensure(Math.abs(lots) >= step.closedLots, `${what}: takes ${step.closedLots} of ${lots}`);
    ensure(counterpartyUserId !== step.userId, `${what}: the user takes over their own position`);
    this.fill(position, signed, step.closedQuoteUnits);
    this.fill(other, 0 - signed, step.closedQuoteUnits);
  }

  private takeOver(step: LiquidationStep, position: AuditedPosition): void {
    const signed = step.lots > 0 ? step.closedLots : 0 - step.closedLots;
    this.fill(position, 0 - signed, step.closedQuoteUnits);
    this.fill(this.open(INSURANCE_FUND_USER_ID, position.contract), signed, step.closedQuoteUnits);
    this.takenLots += step.closedLots;
  }
}
