import { randomBytes, randomInt } from "node:crypto";
import { type Leaves, NOBODY, NONCE_BYTES } from "./sum-tree.ts";

/** Minimum leaves in a tree, so that a small exchange does not reveal its number of users. */
export const MIN_LEAVES = 256;

/**
 * Returns leaves for all users, padded with empty ones to a power of two, in a new random order for each tree, each
 * with its own secret: position and neighbors reveal nothing, and empty leaves look like those of users without money.
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
