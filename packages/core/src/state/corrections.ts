/** The proposals that were carried out, each with the command that did so. There are few, and they are kept forever. */
export class Corrections {
  private readonly seqs = new Map<number, number>();

  /** The sequence number of the command that carried the proposal out, or 0. */
  seqOf(proposalId: number): number {
    return this.seqs.get(proposalId) ?? 0;
  }

  add(proposalId: number, seq: number): void {
    this.seqs.set(proposalId, seq);
  }

  /** Visits them in the order they were carried out. */
  forEach(visit: (proposalId: number, seq: number) => void): void {
    for (const [proposalId, seq] of this.seqs) visit(proposalId, seq);
  }
}
