import { createHash, randomBytes } from "node:crypto";

const ID_BYTES = 11;

/** Returns an id for an order whose client gives none. */
export const randomClientId = (): string => randomBytes(ID_BYTES).toString("hex");

/**
 * Returns ids that repeat with the same seed, start and number of calls.
 * @param start the journal's last command at the start, so that a restarted server gives other ids
 */
export function repeatableClientIds(seed: number, start: number): () => string {
  let count = 0;
  return () =>
    createHash("sha256")
      .update(`client id ${seed} ${start} ${++count}`)
      .digest("hex")
      .slice(0, 2 * ID_BYTES);
}
