import { createHmac, randomBytes } from "node:crypto";

const ID_BYTES = 11;

/** Returns an id for an order whose client gives none. */
export const randomClientId = (): string => randomBytes(ID_BYTES).toString("hex");

/**
 * Returns ids that repeat with the same secret, start and number of calls.
 * @param secret of a home that was founded with a seed
 * @param start the journal's last command at the start, so that a restarted server gives other ids
 */
export function repeatableClientIds(secret: string, start: number): () => string {
  let count = 0;
  return () =>
    createHmac("sha256", secret)
      .update(`client id ${start} ${++count}`)
      .digest("hex")
      .slice(0, 2 * ID_BYTES);
}
