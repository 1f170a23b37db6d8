import { randomBytes } from "node:crypto";
import type { HashPlace } from "./hash-place.ts";
import { HashingThreads } from "./hashing-threads.ts";
import type { HashCost } from "./password-hash-messages.ts";

/** OWASP's second choice for argon2id: 19 MiB, two passes, one lane; about 25 ms on this hardware. */
export const DEFAULT_HASH_COST: HashCost = { memoryKib: 19_456, passes: 2 };

const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Hashes and verifies passwords with argon2id. */
export interface Hasher {
  /** A hash that matches no password, with the same cost as all others. */
  readonly decoy: string;
  /** Returns a PHC string. Throws HasherBusyError. */
  hash(password: string, place: HashPlace): Promise<string>;
  /** Throws HasherBusyError. */
  verify(phc: string, password: string, place: HashPlace): Promise<boolean>;
}

/** argon2id in the process's hashing threads: a flood of strangers' logins slows down only strangers' logins. */
export class PasswordHasher implements Hasher {
  readonly decoy: string;
  private readonly cost: HashCost;

  constructor(cost: HashCost = DEFAULT_HASH_COST) {
    this.cost = cost;
    this.decoy = decoyOf(cost);
  }

  async hash(password: string, place: HashPlace): Promise<string> {
    const answer = await HashingThreads.shared().run({ kind: "hash", password, cost: this.cost }, place);
    if (answer.kind !== "hashed") throw new Error("argon2id returned no hash");
    return answer.phc;
  }

  async verify(phc: string, password: string, place: HashPlace): Promise<boolean> {
    const answer = await HashingThreads.shared().run({ kind: "verify", phc, password }, place);
    if (answer.kind !== "verified") throw new Error("argon2id returned no result");
    return answer.right;
  }
}

/** Returns a hash that costs as much to verify as a real one and always fails, because it is 256 random bits. */
function decoyOf({ memoryKib, passes }: HashCost): string {
  const base64 = (bytes: number) => randomBytes(bytes).toString("base64").replaceAll("=", "");
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$${base64(SALT_BYTES)}$${base64(HASH_BYTES)}`;
}
