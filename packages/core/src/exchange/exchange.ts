import { commandIndex } from "@candor/codec/command-layout";
import type { EventWriter } from "@candor/codec/event-writer";
import type {
  CancelOrder,
  Command,
  CommandKind,
  KeyedQuery,
  PlaceOrder,
} from "@candor/domain/commands/commands";
import type { PlaceContractOrder } from "@candor/domain/commands/contract-commands";
import type {
  AccountView,
  BookView,
  ExchangeView,
  KeyedAnswer,
  OpenPositionsView,
  OptionsView,
  SettingsView,
  SolvencyView,
  WithdrawalsView,
} from "@candor/domain/engine-port";
import type { MiningView } from "@candor/domain/mining-view";
import { RULES } from "@candor/domain/rules";
import { sumOf } from "../ledger/ledger-totals.ts";
import type { SystemAccount } from "../ledger/system-accounts.ts";
import { emitMarginAccounts } from "../leverage/emit-accounts.ts";
import { processPendingLeverage } from "../leverage/lever-work.ts";
import { watchesRuin } from "../leverage/ruined-orders.ts";
import { dropStaleSources } from "../market/follow-index.ts";
import { viewMining } from "../mining/mining-view.ts";
import { cancelOrder } from "../order-dispatch/cancel-order.ts";
import { fireStops } from "../order-dispatch/fire-stops.ts";
import { viewOpenPositions } from "../perpetual/contract-views.ts";
import { processPendingContracts } from "../perpetual/contract-work.ts";
import { payOwnFunding, settleDueFunding } from "../perpetual/mark/due-funding.ts";
import { expireOrders } from "../perpetual/order-life/expire-orders.ts";
import { emitPositions, refreshPositions } from "../perpetual/order-life/refresh-positions.ts";
import { placeContractOrder } from "../perpetual/orders/place-contract-order.ts";
import { applyDueAnnouncements } from "../settings/announce-setting.ts";
import { readSnapshot } from "../snapshot/read-snapshot.ts";
import { writeSnapshot } from "../snapshot/write-snapshot.ts";
import { placeOrder } from "../spot/place-order.ts";
import { ExchangeState } from "../state/exchange-state.ts";
import { viewOptions } from "../timed-option/option-views.ts";
import { processPendingOptions } from "../timed-option/settle-options.ts";
import { answerKeyed } from "./answer-keyed.ts";
import { COMMANDS, type CommandEntry, type Preparation } from "./command-table.ts";
import { INDEX_FOLLOWERS } from "./index-followers.ts";
import { owedToUsers } from "./owed-to-users.ts";
import { renewBudgets } from "./renew-budgets.ts";
import type { StateMachine } from "./state-machine.ts";
import { viewAccount, viewBook, viewExchange, viewSettings, viewSolvency, viewWithdrawals } from "./views.ts";

const PLACE_ORDER = commandIndex("place-order");
const CANCEL_ORDER = commandIndex("cancel-order");
const PLACE_CONTRACT_ORDER = commandIndex("place-contract-order");

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
      this.processPending();
    } else this.restedAtMs = timeMs;
    this.finish();
  }

  skip(command: Command, seq: number, timeMs: number, out: EventWriter): void {
    const { state } = this;
    if (seq !== state.lastSeq + 1) throw new Error(`command ${seq} after ${state.lastSeq}`);
    if (!(Number.isSafeInteger(timeMs) && timeMs >= state.timeMs))
      throw new Error(`time ${timeMs} after ${state.timeMs}`);
    state.lastSeq = seq;
    state.timeMs = timeMs;
    state.out = out;
    const { userId = 0 } = command as { userId?: number };
    state.begin(commandIndex(command.kind), userId);
    state.reject("request.skipped");
    // What is due at this time is left to the next command.
    this.restedAtMs = -1;
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
    return sumOf(this.state.ledger, assetId);
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
    if (state.perpetual.touchedCount > 0) {
      if (state.rules >= RULES.freedMargins) refreshPositions(state);
      emitPositions(state);
    }
    if (state.leverage.touched.length > 0) emitMarginAccounts(state);
    state.levels.flush(state.markets, out);
    state.ledger.emitBalanceChanges(out);
  }

  /** Starts the command's events, and processes work left by time and earlier commands. */
  private begin(kind: number, userId: number): void {
    const { state } = this;
    state.begin(kind, userId);
    state.keys.sweep(state.timeMs);
    if (state.timeMs >= state.expiring.nextMs) expireOrders(state);
    if (state.timeMs >= state.perpetual.fundingDueAtMs) settleDueFunding(state);
    if (state.perpetual.sweeping > 0 && userId > 0) payOwnFunding(state, userId);
    if (state.timeMs !== this.restedAtMs && state.hasWork) this.processPending();
  }

  private prepare(kind: number, prepares: Preparation, userId: number, marketId: number): void {
    this.begin(kind, userId);
    if (prepares === "time") return;
    const { state } = this;
    if (prepares === "market") {
      const market = state.markets[marketId];
      if (market !== undefined) dropStaleSources(state, market);
    } else for (const market of state.markets) dropStaleSources(state, market);
    if (prepares !== "indexes") this.cancelRuined();
  }

  /** Processes reached triggers: liquidations before stops. */
  private processPending(): void {
    const { state } = this;
    if (state.timeMs >= state.announcements.nextMs) applyDueAnnouncements(state);
    if (state.perpetual.hasWork) processPendingContracts(state);
    if (!state.armed.isEmpty) {
      this.cancelRuined();
      fireStops(state);
    }
    if (state.perpetual.mayBeAtRisk || state.perpetual.isFundDue) processPendingContracts(state);
    if (state.options.hasWork(state.timeMs)) processPendingOptions(state);
    if (state.hasLeverageWork) processPendingLeverage(state);
  }

  /** Cancels orders that must not trade at a new index, before any order can match them. */
  private cancelRuined(): void {
    const { state } = this;
    if (state.leverage.mayBeAtRisk && watchesRuin(state)) processPendingLeverage(state);
  }

  // V8 shares one inline cache between all reads of `command.userId` in a function, and commands have many shapes:
  // `handle` would look the field up each time. So each frequent command has its own function; COMMANDS still says
  // what it prepares.

  private placeOrder(command: PlaceOrder): void {
    this.prepare(PLACE_ORDER, COMMANDS["place-order"].prepares, command.userId, command.marketId);
    placeOrder(this.state, command);
  }

  private cancelOrder(command: CancelOrder): void {
    this.prepare(CANCEL_ORDER, COMMANDS["cancel-order"].prepares, command.userId, -1);
    cancelOrder(this.state, command);
  }

  private placeContractOrder(command: PlaceContractOrder): void {
    const { prepares } = COMMANDS["place-contract-order"];
    this.prepare(PLACE_CONTRACT_ORDER, prepares, command.userId, command.marketId);
    placeContractOrder(this.state, command);
  }

  private handle(command: Command): void {
    switch (command.kind) {
      case "place-order":
        return this.placeOrder(command);
      case "cancel-order":
        return this.cancelOrder(command);
      case "place-contract-order":
        return this.placeContractOrder(command);
      default:
        return this.handleByTable(command);
    }
  }

  private handleByTable(command: Command): void {
    const { userId = 0, marketId = -1 } = command as { userId?: number; marketId?: number };
    const { prepares, handler } = COMMANDS[command.kind] as CommandEntry<CommandKind>;
    this.prepare(commandIndex(command.kind), prepares, userId, marketId);
    handler(this.state, command);
  }
}
