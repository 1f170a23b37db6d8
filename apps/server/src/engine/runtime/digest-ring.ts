/** Frames that may wait for their check. */
export const SLOTS = 4;
/** Largest content of a slot; whoever has more checks it without the thread. */
export const SLOT_BYTES = 1 << 20;
export const DIGEST_BYTES = 32;

/** Places in `control`. */
export const CONTROL = {
  /** 1: the thread is at work. */
  ready: 0,
  /** Contents put in and taken out since the start. */
  produced: 1,
  consumed: 2,
  /** 1 + the position of the first content that does not have its digest; 0: none. */
  different: 3,
  /** 1: nothing more will come. */
  stopped: 4,
  /** One word a slot: the bytes of its content. */
  lengths: 5,
  words: 5 + SLOTS,
} as const;

/** Shared by the thread that replays and the one that checks: one writes, one reads. */
export interface DigestRing {
  readonly control: SharedArrayBuffer;
  readonly slots: SharedArrayBuffer;
  readonly digests: SharedArrayBuffer;
}
