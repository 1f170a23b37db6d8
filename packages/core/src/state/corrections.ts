/** Which proposals have been carried out, and with which command. There are few, and they are kept for ever. */
export class Corrections {
  private readonly seqs = new Map<number, number>();

  /** The sequence number of the command that carried the proposal out; 0: none did. */
  seqOf(proposalId: number): number {
    return this.seqs.get(proposalId) ?? 0;
  }

  add(proposalId: number, seq: number): void {
    this.seqs.set(proposalId, seq);
  }

  /** Visits them in the order in which they were carried out. */
  forEach(visit: (proposalId: number, seq: number) => void): void {
    for (const [proposalId, seq] of this.seqs) visit(proposalId, seq);
  }
}
