import { commandIndex } from "@candor/codec/command-layout";
import type { EventWriter } from "@candor/codec/event-writer";
import type { Command, Deposit, KeyedQuery } from "@candor/domain/commands/commands";
import {
  type AccountView,
  type BookView,
  type EngineViews,
  type ExchangeView,
  type KeyedAnswer,
  QUERIES,
  type SettingsView,
} from "@candor/domain/engine-port";
import { errorIndex } from "@candor/domain/errors/errors";
import type { Units } from "@candor/money/brand";
import type { EngineMachine, MachineFactory } from "../engine-machine.ts";
import { queryMethods } from "../query-methods.ts";

/** A deposit of this asset breaks an invariant of the tally. */
export const BREAKING_ASSET = 63;

interface TallyState {
  /** Pairs of user and sum. */
  readonly sums: readonly (readonly [number, number])[];
  /** Pairs of key and the sequence number of the command that used it. */
  readonly keys: readonly (readonly [string, number])[];
  readonly timeMs: number;
}

/** What the tally itself answers. */
type Answered = "accountView" | "bookView" | "exchangeView" | "settingsView" | "keyedAnswer";
const NoViews = queryMethods(QUERIES, (_, name) => {
  throw new RangeError(`the tally has no ${name}`);
}) as abstract new () => Omit<EngineViews, Answered>;

/** The smallest useful machine for engine tests: it sums deposits, once per key. */
class TallyMachine extends NoViews implements EngineMachine {
  private readonly sums: Map<number, number>;
  private readonly keys: Map<string, number>;
  private timeMs: number;

  constructor(state: TallyState) {
    super();
    this.sums = new Map(state.sums);
    this.keys = new Map(state.keys);
    this.timeMs = state.timeMs;
  }

  execute(command: Command, seq: number, timeMs: number, out: EventWriter): void {
    this.timeMs = timeMs;
    const userId = "userId" in command ? command.userId : 0;
    const place = out.executed(seq, timeMs, commandIndex(command.kind), userId);
    if (command.kind === "deposit") this.deposit(command, seq, place, out);
  }

  skip(command: Command, seq: number, timeMs: number, out: EventWriter): void {
    this.timeMs = timeMs;
    const userId = "userId" in command ? command.userId : 0;
    out.reject(out.executed(seq, timeMs, commandIndex(command.kind), userId), errorIndex("request.skipped"));
  }

  /** Its state is small. */
  readonly gainsByPrefetch = false;

  prefetch(): void {}

  private deposit(command: Deposit, seq: number, place: number, out: EventWriter): void {
    if (command.assetId === BREAKING_ASSET) throw new Error("the tally does not add up");
    const earlier = this.keys.get(command.key);
    if (earlier !== undefined) {
      out.replay(place, earlier);
      return;
    }
    if (command.amountUnits === 0) {
      out.reject(place, errorIndex("wallet.amountError"));
      return;
    }
    const sum = (this.sums.get(command.userId) ?? 0) + command.amountUnits;
    this.sums.set(command.userId, sum);
    if (command.key !== "") this.keys.set(command.key, seq);
    out.balanceChanged(command.userId, 0, command.assetId, sum, 0);
  }

  snapshot(): Uint8Array {
    const state: TallyState = { sums: [...this.sums], keys: [...this.keys], timeMs: this.timeMs };
    return new TextEncoder().encode(JSON.stringify(state));
  }

  accountView(userId: number): Omit<AccountView, "asOfSeq"> {
    const sum = this.sums.get(userId);
    const balance = { wallet: "main", assetId: 0, availableUnits: sum ?? 0, frozenUnits: 0 } as const;
    const balances = sum === undefined ? [] : [balance];
    return { open: sum !== undefined, balances, orders: [], frozenWallets: [] };
  }

  bookView(marketId: number, levels: number): Omit<BookView, "asOfSeq"> {
    if (marketId !== 0) throw new RangeError(`no market ${marketId}`);
    return { bids: [[levels, 1]], asks: [] };
  }

  exchangeView(): Omit<ExchangeView, "asOfSeq"> {
    return { timeMs: this.timeMs, assets: [], markets: [], referralRatePpm: 0, newestUser: 0 };
  }

  keyedAnswer(question: KeyedQuery): Omit<KeyedAnswer, "asOfSeq"> {
    return { boundSeq: this.keys.get(question.key) ?? 0, conflicts: false };
  }

  settingsView(): Omit<SettingsView, "asOfSeq"> {
    return { settings: [], announced: [] };
  }
}

export const machineFactory: MachineFactory = {
  create: () => new TallyMachine({ sums: [], keys: [], timeMs: 0 }),
  restore: (snapshot) => new TallyMachine(JSON.parse(new TextDecoder().decode(snapshot)) as TallyState),
};

/** Returns a deposit for the tally. */
export function tally(userId: number, amount: number, key = "", assetId = 0): Deposit {
  return { kind: "deposit", userId, assetId, amountUnits: amount as Units, origin: "faucet", key };
}
