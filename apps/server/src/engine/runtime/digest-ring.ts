/** Maximum number of frames waiting for their check. */
export const SLOTS = 4;
/** Maximum content of a slot; larger content is checked by the caller. */
export const SLOT_BYTES = 1 << 20;
export const DIGEST_BYTES = 32;

/** Indexes in `control`. */
export const CONTROL = {
  /** 1 when the thread is running. */
  ready: 0,
  /** Number of contents added and removed since the start. */
  produced: 1,
  consumed: 2,
  /** 1 + the index of the first content with a wrong digest; 0 for none. */
  different: 3,
  /** 1 when nothing more will come. */
  stopped: 4,
  /** Byte length of each slot's content, one word per slot. */
  lengths: 5,
  words: 5 + SLOTS,
} as const;

/** Shared by the replaying thread, which writes, and the checking thread, which reads. */
export interface DigestRing {
  readonly control: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
  readonly digests: SharedArrayBuffer;
}
