import { workerData } from "node:worker_threads";
import { CONTROL, DIGEST_BYTES, type DigestRing, SLOT_BYTES, SLOTS } from "./digest-ring.ts";
import { isDigestOf } from "./output-digest.ts";

const ring = workerData as DigestRing;
const control = new Int32Array(ring.control);
Atomics.store(control, CONTROL.ready, 1);
for (let consumed = 0; waitForMore(consumed); ) {
  const slot = consumed % SLOTS;
  const bytes = new Uint8Array(ring.slots, slot * SLOT_BYTES, control[CONTROL.lengths + slot]);
  const digest = new Uint8Array(ring.digests, slot * DIGEST_BYTES, DIGEST_BYTES);
  if (!isDigestOf(bytes, digest)) Atomics.compareExchange(control, CONTROL.different, 0, consumed + 1);
  Atomics.store(control, CONTROL.consumed, ++consumed);
  Atomics.notify(control, CONTROL.consumed);
}

/** @returns false when nothing more will come */
function waitForMore(consumed: number): boolean {
  while (Atomics.load(control, CONTROL.produced) === consumed) {
    if (Atomics.load(control, CONTROL.stopped) === 1) return false;
    // `finish` may set the flag right before the wait starts, hence the timeout.
    Atomics.wait(control, CONTROL.produced, consumed, 100);
  }
  return true;
}
