/** Where one store of the server's home stood, see docs/adr/0027-stores-that-notice.md. */
export interface StorePosition {
  /** Its path below the home: `identity`, `funding/withdrawals`. */
  readonly store: string;
  /** Rises by one with each rewrite of the store; 0 for a journal that is never rewritten. */
  readonly generation: number;
  /** Records of this generation. */
  readonly records: number;
  /** Hash of the frame that ends with the last of them, in hex; "" for none. */
  readonly hash: string;
  /** Hash of the generation's first frame, which no other store has; "" for none. */
  readonly first: string;
}

/** A loss that an operator accepted knowingly; the audit log has the entry. */
export interface AcceptedLoss {
  readonly store: string;
  readonly operator: string;
  readonly reason: string;
  /** Records that were noted, and how many there were when the loss was accepted. */
  readonly before: number;
  readonly after: number;
}

/**
 * Notes where the other stores of the home stand, so that a store that is missing, shorter or another one is found at
 * the next start. The state of the exchange does not depend on it.
 */
export interface NoteStores {
  readonly kind: "note-stores";
  /** Only those that changed since the last note. */
  readonly stores: readonly StorePosition[];
  readonly accepted?: readonly AcceptedLoss[] | undefined;
}
