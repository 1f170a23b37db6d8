import { randomBytes, randomInt } from "node:crypto";
import { type Leaves, NOBODY, NONCE_BYTES } from "./sum-tree.ts";

/** So few leaves no tree has: how many users a small exchange has is nobody's business. */
export const MIN_LEAVES = 256;

/**
 * Leaves for all users and, up to a power of two, for nobody, in an order that is drawn anew for each tree, each with a
 * secret of its own: neither place nor neighbours tell anything, and leaves of nobody look like those of users without
 * money.
 */
export function shuffledLeaves(
  owed: ReadonlyMap<number, readonly number[]>,
  assets: number,
  minLeaves: number = MIN_LEAVES,
): Leaves {
  const count = powerOfTwoFrom(Math.max(owed.size, minLeaves));
  const users = new Uint32Array(count).fill(NOBODY);
  users.set([...owed.keys()]);
  for (let last = count - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    const user = users[last] as number;
    users[last] = users[other] as number;
    users[other] = user;
  }
  const units = new Float64Array(count * assets);
  users.forEach((userId, leaf) => {
    if (userId !== NOBODY) units.set(owed.get(userId) as readonly number[], leaf * assets);
  });
  return { users, nonces: randomBytes(count * NONCE_BYTES), units };
}

function powerOfTwoFrom(count: number): number {
  let power = 1;
  while (power < count) power *= 2;
  return power;
}
