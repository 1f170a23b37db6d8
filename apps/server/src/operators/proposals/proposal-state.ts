import type { RecordedState } from "../../kit/durable/record-store.ts";
import type { ProposalRecord } from "./proposal-records.ts";

type Proposed = Extract<ProposalRecord, { readonly type: "proposed" }>;
type Decided = Extract<ProposalRecord, { readonly type: "decided" }>;

export interface Proposal extends Omit<Proposed, "type"> {
  readonly decided: Decided | undefined;
}

/** All proposals ever made, by number. There are few, and none is removed. */
export class ProposalState implements RecordedState<ProposalRecord> {
  private readonly proposals = new Map<number, Proposal>();

  get nextId(): number {
    return this.proposals.size + 1;
  }

  find(proposalId: number): Proposal | undefined {
    return this.proposals.get(proposalId);
  }

  /** Newest first. */
  all(): readonly Proposal[] {
    return [...this.proposals.values()].reverse();
  }

  apply(record: ProposalRecord): void {
    if (record.type === "proposed") {
      const { type: _, ...proposal } = record;
      this.proposals.set(record.proposalId, { ...proposal, decided: undefined });
      return;
    }
    const proposal = this.proposals.get(record.proposalId);
    if (proposal === undefined) throw new Error(`decision for unknown proposal ${record.proposalId}`);
    this.proposals.set(record.proposalId, { ...proposal, decided: record });
  }

  *dump(): Generator<ProposalRecord> {
    for (const { decided, ...proposal } of this.proposals.values()) {
      yield { type: "proposed", ...proposal };
      if (decided !== undefined) yield decided;
    }
  }
}
