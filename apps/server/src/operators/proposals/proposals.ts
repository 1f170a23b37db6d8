import { RecordStore } from "../../kit/durable/record-store.ts";
import type { ProposalRecord, ProposedAct } from "./proposal-records.ts";
import { type Proposal, ProposalState } from "./proposal-state.ts";

export interface ProposalsOptions {
  /** `<CANDOR_HOME>/proposals` */
  readonly directory: string;
  readonly nowMs: () => number;
  /** Called when the journal is closed after a failed write; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

/** Acts that one operator proposed and another must confirm. */
export class Proposals {
  private readonly store: RecordStore<ProposalRecord, ProposalState>;
  private readonly nowMs: () => number;

  private constructor(store: RecordStore<ProposalRecord, ProposalState>, nowMs: () => number) {
    this.store = store;
    this.nowMs = nowMs;
  }

  /** Throws the journal's errors for a locked or damaged directory. */
  static open({ directory, nowMs, onFailure }: ProposalsOptions): Proposals {
    const store = RecordStore.open<ProposalRecord, ProposalState>(directory, {
      name: "proposals",
      newState: () => new ProposalState(),
      worthRewriting: () => false,
      nowMs,
      onFailure,
    });
    return new Proposals(store, nowMs);
  }

  find(proposalId: number): Proposal | undefined {
    return this.store.state.find(proposalId);
  }

  /** Newest first. */
  all(): readonly Proposal[] {
    return this.store.state.all();
  }

  /** @returns its number, once it is on disk */
  async propose(act: ProposedAct, proposedBy: string, reason: string): Promise<number> {
    const proposalId = this.store.state.nextId;
    const proposedAtMs = this.nowMs();
    await this.store.commit({ type: "proposed", proposalId, act, proposedBy, proposedAtMs, reason });
    return proposalId;
  }

  async decide(
    proposalId: number,
    decision: "confirmed" | "refused",
    decidedBy: string,
    seq: number,
  ): Promise<void> {
    const decidedAtMs = this.nowMs();
    await this.store.commit({ type: "decided", proposalId, decision, decidedBy, decidedAtMs, seq });
  }

  close(): void {
    this.store.close();
  }
}
