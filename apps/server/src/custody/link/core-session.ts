import type { Command } from "@candor/domain/commands/commands";
import type { ChainEngine } from "../chain/chain-engine.ts";
import type { IsClosed } from "../chain/credit-deposits.ts";
import type { ListedSymbol } from "../chain/make-chain-spec.ts";
import type { WatchRecord } from "../chain/watch-records.ts";
import type { WatchStore } from "../chain/watch-store.ts";
import { problemOfCredit, problemOfRecord } from "./check-added-record.ts";
import {
  type AddedRecord,
  type AskOfCustody,
  askOfCustody,
  type CustodyCommand,
  type RoundNews,
  roundNews,
} from "./custody-messages.ts";
import { checked, WrongMessageError } from "./custody-peer.ts";
import type { Description, KeptDescription } from "./kept-description.ts";

/** Records in one message. */
const RECORDS_A_PART = 2_000;

/** What a core offers to its custody process. */
export interface CoreSide {
  readonly store: WatchStore;
  readonly engine: ChainEngine;
  readonly listed: readonly ListedSymbol[];
  readonly isClosed: IsClosed;
  readonly description: KeptDescription;
  /** Called when the process has described its wallets and its chain. */
  readonly opened: (description: Description) => void;
  readonly round: (news: RoundNews) => void;
}

/** Answers one custody process: sends it the watchers' state, stores what it adds, and executes its commands. */
export class CoreSession {
  private readonly side: CoreSide;
  private readonly records: Iterator<WatchRecord>;
  private isSeeded = false;

  constructor(side: CoreSide) {
    this.side = side;
    this.records = side.store.state.dump();
  }

  /** Throws WrongMessageError for what no correct process asks. */
  answer(ask: unknown): Promise<unknown> {
    const asked = checked(askOfCustody, ask);
    if (asked.kind !== "seed" && !this.isSeeded) throw new WrongMessageError("a request before the state");
    return this.handle(asked);
  }

  news(news: unknown): void {
    this.side.round(checked(roundNews, news));
  }

  private async handle(ask: AskOfCustody): Promise<unknown> {
    const { engine, isClosed, description, opened } = this.side;
    switch (ask.kind) {
      case "seed":
        return this.nextPart();
      case "opened": {
        const found = { wallets: ask.wallets, spec: ask.spec ?? undefined } as Description;
        await description.keep(found);
        opened(found);
        return null;
      }
      case "commit":
        await this.commit(ask.record);
        return null;
      case "execute":
        return (await engine.execute(this.allowed(ask.command))).executed;
      case "withdrawals":
        return await engine.withdrawalsView();
      case "solvency":
        return await engine.solvencyView();
      case "is-closed":
        return (await isClosed(ask.userId)) ?? null;
    }
  }

  private nextPart(): unknown {
    if (this.isSeeded) throw new WrongMessageError("the state is complete");
    const records: WatchRecord[] = [];
    while (records.length < RECORDS_A_PART) {
      const next = this.records.next();
      if (next.done === true) {
        this.isSeeded = true;
        break;
      }
      records.push(next.value);
    }
    const { listed, description } = this.side;
    return { records, isLast: this.isSeeded, listed, wallets: description.wallets ?? null };
  }

  /** The record changes the state in this turn, so that records apply in the order of their arrival. */
  private commit(record: AddedRecord): Promise<void> {
    const { store } = this.side;
    const problem = problemOfRecord(store.state, record);
    if (problem !== undefined) throw new WrongMessageError(`${record.type}: ${problem}`);
    return store.commit(record);
  }

  private allowed(command: CustodyCommand): Command {
    if (command.kind === "credit-deposit") {
      const { store, description } = this.side;
      const problem = problemOfCredit(store.state, description.known?.spec, command);
      if (problem !== undefined) throw new WrongMessageError(problem);
    }
    return command as Command;
  }
}
