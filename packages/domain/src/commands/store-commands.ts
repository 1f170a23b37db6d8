/** Position of one of the server's stores, see docs/adr/0027-stores-that-notice.md. */
export interface StorePosition {
  /** Path inside the home: `identity`, `funding/withdrawals`. */
  readonly store: string;
  /** Incremented by each rewrite of the store; 0 for a journal that is never rewritten. */
  readonly generation: number;
  /** Number of records in this generation. */
  readonly records: number;
  /** Hash of the frame that ends with the last record, in hex; "" for none. */
  readonly hash: string;
  /** Hash of the generation's first frame, unique to this store; "" for none. */
  readonly first: string;
}

/** A loss that an operator knowingly accepted; it is in the audit log. */
export interface AcceptedLoss {
  readonly store: string;
  readonly operator: string;
  readonly reason: string;
  /** Recorded number of records, and their number when the loss was accepted. */
  readonly before: number;
  readonly after: number;
}

/** A command that two operators decided to skip, see docs/adr/0039-skipped-commands.md. */
export interface NotedSkip {
  /** Its sequence number in the journal. */
  readonly seq: number;
  /** Kind of the command, and SHA-256 of its record in hex. */
  readonly command: string;
  readonly sha256: string;
  readonly reason: string;
  readonly decidedBy: readonly string[];
}

/**
 * Records the positions of the home's other stores, so that a missing, shorter or replaced store is detected at the
 * next start. Does not affect the exchange's state.
 */
export interface NoteStores {
  readonly kind: "note-stores";
  /** Only stores changed since the last note. */
  readonly stores: readonly StorePosition[];
  readonly accepted?: readonly AcceptedLoss[] | undefined;
  readonly skipped?: readonly NotedSkip[] | undefined;
}
