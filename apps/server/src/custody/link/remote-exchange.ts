import type { Command } from "@candor/domain/commands/commands";
import type { ExecutedCommand, SolvencyView, WithdrawalsView } from "@candor/domain/engine-port";
import type { ChainEngine } from "../chain/chain-engine.ts";
import type { WatchRecord } from "../chain/watch-records.ts";
import { WatchState } from "../chain/watch-state.ts";
import type { WatchStore } from "../chain/watch-store.ts";
import { type AskOfCustody, answersToCustody } from "./custody-messages.ts";
import { type CustodyPeer, checked } from "./custody-peer.ts";

/** The watchers' state in a custody process. Each record is durable when the core says so. */
export class RemoteStore implements WatchStore {
  readonly state = new WatchState();
  private readonly peer: () => CustodyPeer;

  /** @param peer returns the connection to the core */
  constructor(peer: () => CustodyPeer) {
    this.peer = peer;
  }

  /** Rejects with ChainUnavailableError when the core is lost; the next connection begins with what is durable. */
  async commit(record: WatchRecord): Promise<void> {
    this.state.apply(record);
    await askCore(this.peer(), "commit", { kind: "commit", record });
  }

  close(): void {
    // The core owns the journal.
  }
}

/** Asks the core, and checks its answer. A wrong one ends the connection. */
export async function askCore<K extends AskOfCustody["kind"]>(
  peer: CustodyPeer,
  kind: K,
  ask: { readonly kind: K; readonly [field: string]: unknown },
): Promise<unknown> {
  const answer = await peer.ask(ask);
  try {
    return checked<unknown>(answersToCustody[kind], answer);
  } catch (error) {
    peer.end((error as Error).message);
    throw error;
  }
}

/** The core's engine, as far as chains use it. */
export class RemoteEngine implements ChainEngine {
  private readonly peer: () => CustodyPeer;
  private readonly listeners = new Set<() => void>();

  /** @param peer returns the connection to the core */
  constructor(peer: () => CustodyPeer) {
    this.peer = peer;
  }

  async execute(command: Command): Promise<ExecutedCommand> {
    const executed = await askCore(this.peer(), "execute", { kind: "execute", command });
    // The core is the same program; its answer has been checked as far as it is read here.
    return { executed: executed as ExecutedCommand["executed"], events: [] };
  }

  async withdrawalsView(): Promise<WithdrawalsView> {
    return (await askCore(this.peer(), "withdrawals", { kind: "withdrawals" })) as WithdrawalsView;
  }

  async solvencyView(): Promise<SolvencyView> {
    return (await askCore(this.peer(), "solvency", { kind: "solvency" })) as SolvencyView;
  }

  onWithdrawals(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => this.listeners.delete(changed);
  }

  /** Called when the core says that withdrawals have changed. */
  withdrawalsChanged(): void {
    for (const listener of this.listeners) listener();
  }
}
