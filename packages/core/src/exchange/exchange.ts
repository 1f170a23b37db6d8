import type { EventWriter } from "@candor/codec/event-writer";
import type { CancelOrder, Command, KeyedQuery, PlaceOrder } from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type {
  AccountView,
  BookView,
  ExchangeView,
  KeyedAnswer,
  MiningView,
  OpenPositionsView,
  OptionsView,
  SettingsView,
  SolvencyView,
  WithdrawalsView,
} from "@candor/domain/engine-port";
import { convert } from "../convert/convert.ts";
import { correctBalance } from "../correction/correct-balance.ts";
import type { SystemAccount } from "../ledger/system-accounts.ts";
import { tellLeverAccounts } from "../leverage/emit-accounts.ts";
import { workOffLeverage } from "../leverage/lever-work.ts";
import { listLever } from "../leverage/list-lever.ts";
import { moveLeverFunds } from "../leverage/move-lever-funds.ts";
import { placeLeverOrder } from "../leverage/place-lever-order.ts";
import { repayLoan } from "../leverage/repay-loan.ts";
import { watchesRuin } from "../leverage/ruined-orders.ts";
import { freezeAccount } from "../listing/freeze-account.ts";
import { listAsset } from "../listing/list-asset.ts";
import { listMarket, setMarketStatus } from "../listing/list-market.ts";
import { openAccount } from "../listing/open-account.ts";
import { dropStaleSources, observePrice } from "../market/follow-index.ts";
import { buyMiners } from "../mining/buy-miners.ts";
import { claimMining } from "../mining/claim-mining.ts";
import { viewMining } from "../mining/mining-view.ts";
import { recycleMiner } from "../mining/recycle-miner.ts";
import { cancelAll, cancelOrder } from "../order-dispatch/cancel-order.ts";
import { fireStops } from "../order-dispatch/fire-stops.ts";
import { reduceOrder } from "../order-dispatch/reduce-order.ts";
import { viewOpenPositions } from "../perpetual/contract-views.ts";
import { workOffContracts } from "../perpetual/contract-work.ts";
import { setFundingTerms } from "../perpetual/funding/set-funding-terms.ts";
import { listContract } from "../perpetual/list-contract.ts";
import { payOwnFunding, settleDueFunding } from "../perpetual/mark/due-funding.ts";
import { tickContract } from "../perpetual/mark/mark-tick.ts";
import { tellPositions } from "../perpetual/order-life/refresh-positions.ts";
import { closeAllPositions, closePosition } from "../perpetual/orders/close-position.ts";
import { moveMargin } from "../perpetual/orders/move-margin.ts";
import { placeContractOrder } from "../perpetual/orders/place-contract-order.ts";
import { setLeverage } from "../perpetual/orders/set-leverage.ts";
import { setProtection } from "../perpetual/orders/set-protection.ts";
import { setInviter } from "../referral/set-inviter.ts";
import { adoptRules } from "../settings/adopt-rules.ts";
import { announceSetting, takeUpAnnounced, withdrawAnnouncement } from "../settings/announce-setting.ts";
import { holdClock } from "../settings/hold-clock.ts";
import { setLimit } from "../settings/set-limit.ts";
import { setSite } from "../settings/set-site.ts";
import { readSnapshot } from "../snapshot/read-snapshot.ts";
import { writeSnapshot } from "../snapshot/write-snapshot.ts";
import { placeOco } from "../spot/place-oco.ts";
import { placeOrder } from "../spot/place-order.ts";
import { ExchangeState } from "../state/exchange-state.ts";
import { viewOptions } from "../timed-option/option-views.ts";
import { placeOption } from "../timed-option/place-option.ts";
import { workOffOptions } from "../timed-option/settle-options.ts";
import { advanceWithdrawal } from "../wallet-movements/advance-withdrawal.ts";
import { creditDeposit } from "../wallet-movements/credit-deposit.ts";
import { deposit } from "../wallet-movements/deposit.ts";
import { requestWithdrawal } from "../wallet-movements/request-withdrawal.ts";
import { settleWithdrawal } from "../wallet-movements/settle-withdrawal.ts";
import { transfer } from "../wallet-movements/transfer.ts";
import { answerKeyed } from "./answer-keyed.ts";
import { KIND } from "./command-kinds.ts";
import { INDEX_FOLLOWERS } from "./index-followers.ts";
import { owedToUsers } from "./owed-to-users.ts";
import { renewBudgets } from "./renew-budgets.ts";
import type { StateMachine } from "./state-machine.ts";
import { viewAccount, viewBook, viewExchange, viewSettings, viewSolvency, viewWithdrawals } from "./views.ts";

/**
 * The exchange: a pure function of its commands. The same commands with the same times give the same events and the
 * same snapshot on any machine.
 *
 * The events of a command: `executed`; effects of time (an index that went stale, stops left over from the previous
 * command); each order with its changes, in the order they happened; the touched levels; the touched balances. A
 * rejected command itself contributes only the first of these.
 */
export class Exchange implements StateMachine {
  private readonly state: ExchangeState;
  /** The time at which a command left no work to do; −1 when work was left. */
  private restedAtMs = -1;

  /** @param tableSeed a safe integer from 0 that is unknown outside; no output depends on it */
  constructor(tableSeed = 0) {
    this.state = new ExchangeState(tableSeed, INDEX_FOLLOWERS);
  }

  /** Sequence number of the last executed command; 0 before the first. */
  get lastSeq(): number {
    return this.state.lastSeq;
  }

  /** Id of the newest order; 0 before the first. */
  get lastOrderId(): number {
    return this.state.orders.lastOrderId;
  }

  execute(command: Command, seq: number, timeMs: number, out: EventWriter): void {
    const { state } = this;
    if (seq !== state.lastSeq + 1) throw new Error(`command ${seq} after ${state.lastSeq}`);
    if (!(Number.isSafeInteger(timeMs) && timeMs >= state.timeMs))
      throw new Error(`time ${timeMs} after ${state.timeMs}`);
    state.lastSeq = seq;
    state.timeMs = timeMs;
    state.out = out;
    renewBudgets(state);
    this.handle(command);
    if (state.hasWork) {
      this.restedAtMs = -1;
      this.workOff();
    } else this.restedAtMs = timeMs;
    this.finish();
  }

  /** Spot commands on their own touch too little memory to gain from it. */
  get gainsByPrefetch(): boolean {
    return this.state.perpetual.contracts.length > 0;
  }

  prefetch(userId: number, marketId: number, orderId: number): void {
    this.state.prefetch.announce(userId, marketId, orderId);
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this.state);
  }

  /** Throws SnapshotError unless the bytes are a snapshot of a known version. */
  static restore(bytes: Uint8Array, tableSeed = 0): Exchange {
    const exchange = new Exchange(tableSeed);
    readSnapshot(bytes, exchange.state);
    return exchange;
  }

  accountView(userId: number): Omit<AccountView, "asOfSeq"> {
    return viewAccount(this.state, userId);
  }

  /** At most `levels` levels per side. */
  bookView(marketId: number, levels: number): Omit<BookView, "asOfSeq"> {
    return viewBook(this.state, marketId, levels);
  }

  exchangeView(): Omit<ExchangeView, "asOfSeq"> {
    return viewExchange(this.state);
  }

  /** Open withdrawals, oldest first: one user's, or all. */
  withdrawalsView(userId?: number): Omit<WithdrawalsView, "asOfSeq"> {
    return viewWithdrawals(this.state, userId);
  }

  /** The timed options currently offered and covered, and the user's open ones. */
  optionsView(userId?: number): Omit<OptionsView, "asOfSeq"> {
    return viewOptions(this.state, userId);
  }

  solvencyView(): Omit<SolvencyView, "asOfSeq"> {
    return viewSolvency(this.state);
  }

  /** Returns all users' open positions. */
  openPositionsView(): Omit<OpenPositionsView, "asOfSeq"> {
    return { positions: viewOpenPositions(this.state) };
  }

  /** Current settings, by name. */
  settingsView(): Omit<SettingsView, "asOfSeq"> {
    return viewSettings(this.state);
  }

  miningView(userId?: number): Omit<MiningView, "asOfSeq"> {
    return viewMining(this.state, userId);
  }

  /** How a command with this key would be answered now. */
  keyedAnswer(question: KeyedQuery): Omit<KeyedAnswer, "asOfSeq"> {
    return answerKeyed(this.state, question);
  }

  /** The sum of an asset over all accounts, including the exchange's own. Anything but 0 is a bug. */
  sumOf(assetId: number): bigint {
    return this.state.ledger.sumOf(assetId);
  }

  /** Visits every user by number, with what the exchange owes them in each asset (see owedToUsers). */
  forEachOwed(visit: (userId: number, units: readonly number[]) => void): void {
    for (const [userId, units] of owedToUsers(this.state)) visit(userId, units);
  }

  /**
   * The balance of one of the exchange's own accounts in an asset's smallest unit. The sources of money are negative.
   */
  systemBalance(account: SystemAccount, assetId: number): number {
    return this.state.ledger.systemBalance(account, assetId);
  }

  /**
   * Emits changed positions and margin accounts, then the final totals of the touched levels and the balances of the
   * touched accounts.
   */
  private finish(): void {
    const { state } = this;
    const { out } = state;
    if (state.perpetual.touchedCount > 0) tellPositions(state);
    if (state.leverage.touched.length > 0) tellLeverAccounts(state);
    state.levels.flush(state.markets, out);
    state.ledger.tellTouched(out);
  }

  /** Starts the command's events, and processes work left by time and earlier commands. */
  private begin(kind: number, userId: number): void {
    const { state } = this;
    state.begin(kind, userId);
    state.keys.sweep(state.timeMs);
    if (state.timeMs >= state.perpetual.fundingDueAtMs) settleDueFunding(state);
    if (state.perpetual.sweeping > 0 && userId > 0) payOwnFunding(state, userId);
    if (state.timeMs !== this.restedAtMs && state.hasWork) this.workOff();
  }

  /** Processes reached triggers: liquidations before stops. */
  private workOff(): void {
    const { state } = this;
    if (state.timeMs >= state.announcements.nextMs) takeUpAnnounced(state);
    if (state.perpetual.hasWork) workOffContracts(state);
    if (!state.armed.isEmpty) {
      this.cancelRuined();
      fireStops(state);
    }
    if (state.perpetual.mayBeHot || state.perpetual.isFundDue) workOffContracts(state);
    if (state.options.hasWork(state.timeMs)) workOffOptions(state);
    if (state.hasLeverageWork) workOffLeverage(state);
  }

  /** Like `begin`, for a command that depends on a market's index. */
  private beginAt(kind: number, userId: number, marketId: number): void {
    this.begin(kind, userId);
    const market = this.state.markets[marketId];
    if (market !== undefined) dropStaleSources(this.state, market);
    this.cancelRuined();
  }

  /** Cancels orders that must not trade at a new index, before any order can match them. */
  private cancelRuined(): void {
    const { state } = this;
    if (state.leverage.mayBeHot && watchesRuin(state)) workOffLeverage(state);
  }

  // V8 shares one inline cache between all reads of `command.userId` in a function, and commands have many shapes:
  // `handle` would look the field up each time. So each frequent command has its own function.

  private placeOrder(command: PlaceOrder): void {
    this.beginAt(KIND.placeOrder, command.userId, command.marketId);
    placeOrder(this.state, command);
  }

  private cancelOrder(command: CancelOrder): void {
    this.begin(KIND.cancelOrder, command.userId);
    cancelOrder(this.state, command);
  }

  private placeContractOrder(command: PlaceContractOrder): void {
    this.beginAt(KIND.placeContractOrder, command.userId, command.marketId);
    placeContractOrder(this.state, command);
  }

  private handle(command: Command): void {
    const { state } = this;
    switch (command.kind) {
      case "place-order":
        return this.placeOrder(command);
      case "cancel-order":
        return this.cancelOrder(command);
      case "place-contract-order":
        return this.placeContractOrder(command);
      case "reduce-order":
        this.begin(KIND.reduceOrder, command.userId);
        return reduceOrder(state, command);
      case "cancel-all":
        this.begin(KIND.cancelAll, command.userId);
        return cancelAll(state, command);
      case "place-oco":
        this.beginAt(KIND.placeOco, command.userId, command.marketId);
        return placeOco(state, command);
      case "observe-price":
        this.beginAt(KIND.observePrice, 0, command.marketId);
        return observePrice(state, command);
      case "advance-time":
        this.begin(KIND.advanceTime, 0);
        for (const market of state.markets) dropStaleSources(state, market);
        for (const contract of state.perpetual.contracts) tickContract(state, contract, false);
        return;
      case "transfer":
        this.begin(KIND.transfer, command.userId);
        return transfer(state, command);
      case "deposit":
        this.begin(KIND.deposit, command.userId);
        return deposit(state, command);
      case "open-account":
        this.begin(KIND.openAccount, command.userId);
        return openAccount(state, command);
      case "freeze-account":
        this.begin(KIND.freezeAccount, command.userId);
        return freezeAccount(state, command);
      case "list-asset":
        this.begin(KIND.listAsset, 0);
        return listAsset(state, command);
      case "list-market":
        this.begin(KIND.listMarket, 0);
        return listMarket(state, command);
      case "set-market-status":
        this.beginAt(KIND.setMarketStatus, 0, command.marketId);
        return setMarketStatus(state, command);
      case "credit-deposit":
        this.begin(KIND.creditDeposit, command.userId);
        return creditDeposit(state, command);
      case "request-withdrawal":
        this.begin(KIND.requestWithdrawal, command.userId);
        return requestWithdrawal(state, command);
      case "advance-withdrawal":
        this.begin(KIND.advanceWithdrawal, 0);
        return advanceWithdrawal(state, command);
      case "settle-withdrawal":
        this.begin(KIND.settleWithdrawal, 0);
        return settleWithdrawal(state, command);
      case "list-contract":
        this.begin(KIND.listContract, 0);
        return listContract(state, command);
      case "set-protection":
        this.beginAt(KIND.setProtection, command.userId, command.marketId);
        return setProtection(state, command);
      case "close-position":
        this.beginAt(KIND.closePosition, command.userId, command.marketId);
        return closePosition(state, command);
      case "close-all-positions":
        this.begin(KIND.closeAllPositions, command.userId);
        for (const market of state.markets) dropStaleSources(state, market);
        return closeAllPositions(state, command);
      case "set-leverage":
        this.beginAt(KIND.setLeverage, command.userId, command.marketId);
        return setLeverage(state, command);
      case "move-margin":
        this.beginAt(KIND.moveMargin, command.userId, command.marketId);
        return moveMargin(state, command);
      case "endow-pool":
        this.begin(KIND.endowPool, 0);
        return setLimit(state, command);
      case "set-mining-plan":
        this.begin(KIND.setMiningPlan, 0);
        return setLimit(state, command);
      case "buy-miners":
        this.begin(KIND.buyMiners, command.userId);
        return buyMiners(state, command);
      case "claim-mining":
        this.begin(KIND.claimMining, command.userId);
        return claimMining(state, command);
      case "recycle-miner":
        this.begin(KIND.recycleMiner, command.userId);
        return recycleMiner(state, command);
      case "convert":
        this.begin(KIND.convert, command.userId);
        for (const market of state.markets) dropStaleSources(state, market);
        this.cancelRuined();
        return convert(state, command);
      case "set-option-terms":
        this.begin(KIND.setOptionTerms, 0);
        return setLimit(state, command);
      case "place-option":
        this.beginAt(KIND.placeOption, command.userId, command.marketId);
        return placeOption(state, command);
      case "list-lever":
        this.begin(KIND.listLever, 0);
        return listLever(state, command);
      case "place-lever-order":
        this.beginAt(KIND.placeLeverOrder, command.userId, command.marketId);
        return placeLeverOrder(state, command);
      case "set-inviter":
        this.begin(KIND.setInviter, command.userId);
        return setInviter(state, command);
      case "set-referral-rate":
        this.begin(KIND.setReferralRate, 0);
        return setLimit(state, command);
      case "correct-balance":
        this.begin(KIND.correctBalance, command.userId);
        return correctBalance(state, command);
      case "set-market-fees":
        this.begin(KIND.setMarketFees, 0);
        return setLimit(state, command);
      case "set-lever-terms":
        this.begin(KIND.setLeverTerms, 0);
        return setLimit(state, command);
      case "set-site":
        this.begin(KIND.setSite, 0);
        return setSite(state, command);
      case "set-withdrawal-rules":
        this.begin(KIND.setWithdrawalRules, 0);
        return setLimit(state, command);
      case "set-funding-terms":
        this.begin(KIND.setFundingTerms, 0);
        return setFundingTerms(state, command);
      case "set-withdrawal-fee":
        this.begin(KIND.setWithdrawalFee, 0);
        return setLimit(state, command);
      case "adopt-rules":
        this.begin(KIND.adoptRules, 0);
        return adoptRules(state, command);
      case "note-stores":
        // Evidence for the next start. Nothing in the exchange depends on it.
        return this.begin(KIND.noteStores, 0);
      case "hold-clock":
        this.begin(KIND.holdClock, 0);
        return holdClock(state, command);
      case "announce-setting":
        this.begin(KIND.announceSetting, 0);
        return announceSetting(state, command);
      case "withdraw-announcement":
        this.begin(KIND.withdrawAnnouncement, 0);
        return withdrawAnnouncement(state, command);
      case "repay-loan":
        this.begin(KIND.repayLoan, command.userId);
        return repayLoan(state, command);
      case "move-lever-funds":
        this.beginAt(KIND.moveLeverFunds, command.userId, command.marketId);
        return moveLeverFunds(state, command);
    }
  }
}
